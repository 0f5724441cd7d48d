#include "analyzer/catalog/condition.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "analyzer/catalog/operand.h"
#include "analyzer/catalog/place.h"
#include "analyzer/catalog/predicate.h"

namespace syncfree::catalog {

using values::Kind;
using values::Kinds;
using values::Place;
using values::truth;
using values::Truth;
using values::Value;

namespace {

// Of two things that each hold on some way nobody knows whether they hold on the same one.
bool on_ways_apart(Truth a, Truth b) { return a == Truth::kSometimes && b == Truth::kSometimes; }

Truth both(Truth a, Truth b) { return on_ways_apart(a, b) ? Truth::kMaybe : a && b; }

bool speaks_of_place(Predicate predicate) {
  return predicate == Predicate::kDevice || predicate == Predicate::kToDevice || predicate == Predicate::kCpuTensor ||
         predicate == Predicate::kHoldsCpuIndex || predicate == Predicate::kToCpu || predicate == Predicate::kOnDevice;
}

// The evidence of the tensors in a value, not that of the list around them.
void testify(Witness& witness, const Value& value) {
  constexpr Kinds kWitnesses =
      Kinds(Kind::kTensor) | Kind::kDevice | Kind::kString | Kind::kLibraryObject | Kind::kInstance | Kind::kAnything;
  if (value.may_be(kWitnesses)) {
    const bool owner = value.may_be(Kinds(Kind::kTensor) | Kind::kLibraryObject | Kind::kInstance);
    if (owner) witness.places |= value.places;
    witness.evidence = std::min(witness.evidence, owner ? value.evidence : named_place(value).evidence);
  }
  if (value.aggregate == nullptr || !value.may_be(values::kContainer)) return;
  for (const Value& element : value.aggregate->elements) testify(witness, element);
  for (const values::DictionaryEntry& entry : value.aggregate->entries) testify(witness, entry.value);
  if (!value.aggregate->rest.is_bottom()) testify(witness, value.aggregate->rest);
}

Truth when_absent(const ConditionNode& node, Default otherwise) {
  switch (node.predicate) {
    case Predicate::kNone:
      return truth(otherwise == Default::kNone || otherwise == Default::kRequired);
    case Predicate::kTrue:
      return otherwise == Default::kOther ? Truth::kMaybe : truth(otherwise == Default::kTrue);
    case Predicate::kFalse:
      return otherwise == Default::kOther ? Truth::kMaybe : truth(otherwise != Default::kTrue);
    case Predicate::kEquals:
      return truth(node.text.empty() && node.number == 0 &&
                   (otherwise == Default::kZero || otherwise == Default::kFalse));
    default:
      return Truth::kNo;
  }
}

/// The parameter is declared to be a tensor.
bool takes_tensor(const Operator& operation, const Operand& operand) {
  return operand.field.empty() && operand.parameter >= 0 &&
         operation.parameters[static_cast<std::size_t>(operand.parameter)].takes == Takes::kTensor;
}

/// Whoever made the tensor chose where it is.
void testify_anybodys(Witness& witness) {
  witness.evidence = std::min(witness.evidence, values::Evidence::kDeclared);
  witness.places |= Place::kCaller;
}

// Any of the values that the operand stands for.
Truth ask_operand(const Operator& operation, ConditionNode node, const BoundArguments& arguments, Witness* witness) {
  const bool asks_for_gpu = node.predicate == Predicate::kDevice || node.predicate == Predicate::kOnDevice;
  const bool is_tensor = takes_tensor(operation, node.operand);
  if (is_tensor && node.predicate == Predicate::kDevice) node.predicate = Predicate::kWorksOn;
  Truth answer = Truth::kNo;
  bool given = false;
  for_each_value(operation, node.operand, arguments, [&](const Value& value) {
    given = true;
    const bool is_declared = is_tensor && node.predicate == Predicate::kTensor && is_unknown(value);
    const Truth one = is_declared ? Truth::kYes : ask(node, value);
    if (one == Truth::kMaybe && witness != nullptr) witness->unknown |= says_nothing_of(node, value);
    // Who does not know says nothing; the answer itself stays uncertain.
    if (known(one) && witness != nullptr && speaks_of_place(node.predicate)) testify(*witness, value);
    if (node.predicate == Predicate::kWorksOn && witness != nullptr && is_anybodys(value)) {
      testify_anybodys(*witness);
    } else if (node.predicate == Predicate::kWorksOn && witness != nullptr && known(one)) {
      testify(*witness, value);
    }
    answer = answer || one;
  });
  // `max(a, b)`, `max(*values)`.
  const bool spread = arguments.open && !arguments.extra.empty();
  if (node.predicate == Predicate::kSeveral && (spread || arguments.extra.size() >= 2)) return Truth::kYes;
  if (given) return answer;
  if (arguments.open && asks_for_gpu && witness != nullptr) witness->unknown = true;
  if (arguments.open) return Truth::kMaybe;
  if (!node.operand.field.empty() || node.operand.parameter < 0) return Truth::kMaybe;
  return when_absent(node, operation.parameters[static_cast<std::size_t>(node.operand.parameter)].otherwise);
}

Truth is_given(const Operator& operation, const ConditionNode& node, const BoundArguments& arguments) {
  bool given = false;
  bool is_default = false;
  for_each_value(operation, node.operand, arguments, [&](const Value& value) {
    given = true;
    // What an object keeps of a parameter that was not given, if a row does not say what it is then.
    is_default = !node.operand.field.empty() && value.only(Kind::kOther);
  });
  if (given) return truth(!is_default);
  return arguments.open || !node.operand.field.empty() ? Truth::kMaybe : Truth::kNo;
}

Truth any_device(const Operator& operation, const BoundArguments& arguments, Witness* witness) {
  Truth answer = Truth::kNo;
  for_each_argument(arguments, [&](const Value& value) {
    const Truth one = holds_device_tensor(value);
    if (one != Truth::kNo && witness != nullptr) testify(*witness, value);
    if (one == Truth::kMaybe && witness != nullptr) witness->unknown = true;
    answer = answer || one;
  });
  if (answer == Truth::kYes || answer == Truth::kSometimes) return answer;
  for (std::size_t i = 0; i < arguments.by_parameter.size(); ++i) {
    const Value* value = arguments.by_parameter[i];
    if (value == nullptr || operation.parameters[i].takes != Takes::kTensor || !is_anybodys(*value)) continue;
    Witness anybodys;
    testify_anybodys(anybodys);
    if (witness != nullptr) *witness = anybodys;
    return Truth::kSometimes;
  }
  return answer;
}

Truth made_on_device(const BoundArguments& arguments) {
  if (arguments.made_at.within(values::kOnDevice)) return Truth::kYes;
  return arguments.made_at.overlaps(values::kOnDevice) ? Truth::kMaybe : Truth::kNo;
}

/// What a part of a condition says, and on whose evidence.
struct Said {
  Truth truth = Truth::kNo;
  Witness witness = {};
};

Witness joined(const Witness& a, const Witness& b) {
  return {
      .places = a.places | b.places, .evidence = std::min(a.evidence, b.evidence), .unknown = a.unknown || b.unknown};
}

/// One that holds is enough: what is only guessed of the other takes nothing from it.
Said either(const Said& a, const Said& b) {
  Said said{.truth = a.truth || b.truth, .witness = joined(a.witness, b.witness)};
  if (a.truth == Truth::kYes && b.truth == Truth::kYes)
    said.witness.evidence = std::max(a.witness.evidence, b.witness.evidence);
  else if (a.truth == Truth::kYes || b.truth == Truth::kYes)
    said.witness = a.truth == Truth::kYes ? a.witness : b.witness;
  return said;
}

Said leaf(const Operator& operation, const ConditionNode& node, const BoundArguments& arguments) {
  Said said;
  switch (node.predicate) {
    case Predicate::kPerhaps:
      said.truth = Truth::kMaybe;
      break;
    case Predicate::kAlways:
      said.truth = Truth::kYes;
      break;
    case Predicate::kMadeOnDevice:
      said.truth = made_on_device(arguments);
      said.witness = {.places = arguments.made_at, .evidence = values::Evidence::kDeclared};
      break;
    case Predicate::kTestsGradients:
      said.truth = values::truth(arguments.tests_gradients);
      break;
    case Predicate::kAnyDevice:
      said.truth = any_device(operation, arguments, &said.witness);
      break;
    case Predicate::kPresent:
      said.truth = is_given(operation, node, arguments);
      break;
    case Predicate::kAbsent:
      said.truth = !is_given(operation, node, arguments);
      break;
    default:
      said.truth = ask_operand(operation, node, arguments, &said.witness);
      break;
  }
  return said;
}

}  // namespace

Truth holds(const Operator& operation, std::span<const ConditionNode> condition, const BoundArguments& arguments,
            Witness* witness) {
  constexpr std::size_t kDeepest = 16;  // checked by the generator
  std::array<Said, kDeepest> stack{};
  std::size_t top = 0;
  for (const ConditionNode& node : condition) {
    switch (node.predicate) {
      case Predicate::kAnd:
        --top;
        stack[top].witness.unknown |= on_ways_apart(stack[top - 1].truth, stack[top].truth);
        stack[top - 1] = {.truth = both(stack[top - 1].truth, stack[top].truth),
                          .witness = joined(stack[top - 1].witness, stack[top].witness)};
        break;
      case Predicate::kOr:
        --top;
        stack[top - 1] = either(stack[top - 1], stack[top]);
        break;
      case Predicate::kNot:
        stack[top - 1].truth = !stack[top - 1].truth;
        break;
      case Predicate::kSurely:
        stack[top - 1].truth = truth(stack[top - 1].truth == Truth::kYes);
        break;
      case Predicate::kPossibly:
        if (stack[top - 1].truth == Truth::kMaybe)
          stack[top - 1].witness.evidence = std::min(stack[top - 1].witness.evidence, values::Evidence::kDeclared);
        stack[top - 1].truth = truth(stack[top - 1].truth != Truth::kNo);
        break;
      default:
        stack[top++] = leaf(operation, node, arguments);
        break;
    }
  }
  assert(top == 1);
  if (witness != nullptr) *witness = joined(*witness, stack[0].witness);
  return stack[0].truth;
}

std::optional<Verdict> blocking(const Operator& operation, const BoundArguments& arguments) {
  if (arguments.bottom) return std::nullopt;
  std::optional<Verdict> possible;
  for (const Block& block : operation.blocks) {
    Witness witness;
    const Truth blocks = holds(operation, block.condition, arguments, &witness);
    if (blocks == Truth::kNo) continue;
    const Verdict verdict{&block, blocks, witness.places, witness.evidence, witness.unknown};
    if (blocks == Truth::kYes) return verdict;
    if (!possible || blocks > possible->truth) possible = verdict;
  }
  return possible;
}

bool holds_on_cpu(const Operator& operation, const Block& block, BoundArguments arguments) {
  static const Value kOnCpu = Value::device(values::Place::kCpu);
  const auto at = std::ranges::find(operation.parameters, "device", &Parameter::name);
  if (at == operation.parameters.end()) return true;
  const Value*& given = arguments.by_parameter[static_cast<std::size_t>(at - operation.parameters.begin())];
  if (given == nullptr || given->only(Kinds(Kind::kTensor) | Kind::kNone | Kind::kDtype)) return true;
  given = &kOnCpu;
  return holds(operation, block.condition, arguments, nullptr) != Truth::kNo;
}

std::uint16_t decisive_arguments(const Operator& operation, const Block& block, const BoundArguments& bound,
                                 std::span<const ArgumentValue> arguments) {
  constexpr std::size_t kMost = 16;
  bool spread = false;
  std::vector<const Value*> spoken_of;
  for (const ConditionNode& node : block.condition) {
    if (node.predicate != Predicate::kDevice || node.operand.parameter < 0) continue;
    const auto parameter = static_cast<std::size_t>(node.operand.parameter);
    const Parameter& declared = operation.parameters[parameter];
    if (parameter == 0 && (declared.name == "self" || declared.name == "input")) continue;
    spoken_of.push_back(bound.by_parameter[parameter]);
    spread = spread || declared.stars == 1;
  }
  if (spread) spoken_of.insert(spoken_of.end(), bound.extra.begin(), bound.extra.end());
  std::uint16_t decisive = 0;
  for (std::size_t i = 0; i < std::min(arguments.size(), kMost); ++i) {
    const bool meant =
        std::ranges::find(spoken_of, &arguments[i].value) != spoken_of.end() || (spread && arguments[i].stars == 1);
    if (meant && values::may_hold_device_tensor(arguments[i].value)) decisive |= static_cast<std::uint16_t>(1U << i);
  }
  return decisive;
}

}  // namespace syncfree::catalog
