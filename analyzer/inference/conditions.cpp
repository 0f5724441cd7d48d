#include "analyzer/inference/conditions.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

namespace {

/// Settings that people give as truths: `if train`, `if use_bias`.
bool names_a_flag(std::string_view name) {
  constexpr std::array<std::string_view, 8> kWords = {"train",  "training", "inplace", "verbose",
                                                      "affine", "causal",   "debug",   "keepdim"};
  constexpr std::array<std::string_view, 7> kPrefixes = {"use_",    "with_",   "do_", "should_",
                                                         "enable_", "return_", "has_"};
  return std::ranges::find(kWords, name) != kWords.end() ||
         std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// `def forward(self, x, targets=None): assert targets`: a list, or nothing. The truth of a batch of tensors raises.
bool may_be_left_out(const FunctionInfo* function, model::Symbol name) {
  if (function == nullptr) return false;
  return std::ranges::any_of(function->function->parameters, [&](const model::Parameter& parameter) {
    if (parameter.name != name || parameter.default_value == nullptr) return false;
    const auto* constant = parameter.default_value->get_if<model::Constant>();
    return constant != nullptr && constant->constant == model::ConstantKind::kNone;
  });
}

}  // namespace

Conditions::Conditions(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      branches_(all.branches),
      guards_(all.record.guards),
      state_(all.variables.state),
      record_(all.record),
      variables_(all.variables),
      calls_(all.calls),
      expressions_(all.expressions) {}

std::optional<bool> Conditions::condition(const model::Expression& expression, TruthUse use) {
  const std::optional<bool> outcome = outcome_of(expression, use);
  note_outcome(expression, outcome);
  return outcome;
}

void Conditions::note_outcome(const model::Expression& part, std::optional<bool> outcome) {
  if (world_.is_asked) outcomes_[&part] = outcome;
}

bool Conditions::is_decided(const model::Expression& test, bool outcome) const {
  const std::optional<bool>* known = outcomes_.find(&test);
  return known != nullptr && *known == outcome;
}

/// `if debug:` is seldom true, but not in a call with `debug=True`. What a block does, as to raise, stays seldom.
Guards Conditions::behind(const model::Expression& test, bool positive, const model::Block* block) {
  Guards guards = branches_.behind(test, positive, block);
  if (guards.rare == 0 || !world_.is_asked) return guards;
  const bool is_by_test = block == nullptr || branches_.behind(test, positive).rare > 0;
  if (is_decided(test, positive) || (is_by_test && !seldom_has(test, positive))) guards.rare = 0;
  return guards;
}

/// One of the parts that the outcome needs seldom is so, and the call does not decide it.
bool Conditions::seldom_has(const model::Expression& test, bool positive) {
  if (is_decided(test, positive)) return false;
  if (const auto* negation = test.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot)
    return seldom_has(*negation->operand, !positive);
  const auto* boolean = test.get_if<model::Boolean>();
  if (boolean == nullptr || boolean->is_and != positive) return branches_.behind(test, positive).rare > 0;
  return std::ranges::any_of(boolean->operands,
                             [&](const model::Expression* operand) { return seldom_has(*operand, positive); });
}

std::optional<bool> Conditions::outcome_of(const model::Expression& expression, TruthUse use) {
  if (const auto* boolean = expression.get_if<model::Boolean>()) {
    // Every operand's truth is taken; what an operand taught holds for the next ones.
    const State before = state_;
    const Guards outer = guards_;
    std::optional<bool> result = boolean->is_and;
    for (const model::Expression* operand : boolean->operands) {
      const std::optional<bool> outcome = condition(*operand, TruthUse::kBooleanOperator);
      if (outcome.has_value() && *outcome != boolean->is_and) {
        result = !boolean->is_and;
        break;
      }
      if (!outcome.has_value()) result = std::nullopt;
      narrow(*operand, boolean->is_and);
      guards_.add(behind(*operand, boolean->is_and));
    }
    guards_ = outer;
    variables_.unlearn(before);
    return result;
  }
  if (const auto* negation = expression.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot) {
    const std::optional<bool> outcome = condition(*negation->operand, TruthUse::kNot);
    return outcome ? std::optional<bool>(!*outcome) : std::nullopt;
  }
  const Value value = expressions_.evaluate(expression);
  const auto* name = expression.get_if<model::Name>();
  const bool asks_whether_given = name != nullptr && value.evidence != values::Evidence::kSeen &&
                                  value.may_be(Kind::kTensor) && may_be_left_out(frame_.function, name->name);
  // What is compared is one truth of a tensor by its elements, whatever it is called: `has_large = x.sum() > 3`.
  const bool is_computed = value.elements == values::Elements(values::Element::kBoolean);
  const bool is_flag = value.evidence != values::Evidence::kSeen && value.may_be(Kind::kTensor) &&
                       (name != nullptr ? !is_computed && names_a_flag(project().symbols().text(name->name))
                                        : declared_.is_called(frame_.module, frame_.function, expression));
  guards_.doubt += is_flag || asks_whether_given ? 1 : 0;
  const std::optional<bool> outcome = take_truth(value, expression.range, use);
  guards_.doubt -= is_flag || asks_whether_given ? 1 : 0;
  return outcome;
}

std::optional<bool> Conditions::take_truth(const Value& value, source::TextRange range, TruthUse use) {
  if (value.is_bottom()) return std::nullopt;
  if (value.may_be(Kind::kInstance)) {
    bool found = false;
    const Value truth = calls_.call_method(value, known_.bool_, {}, range, found);
    if (found && truth.may_be(Kind::kTensor)) record_.emit_value(EventKind::kTruth, range, truth, use);
    if (!found) calls_.call_method(value, known_.len, {}, range, found);
  }
  if (value.may_be(Kind::kTensor)) record_.emit_value(EventKind::kTruth, range, value, use);
  if (value.only(Kind::kNone)) return false;
  if (value.only(Kind::kBoolean)) return value.known_bool();
  if (value.only(Kinds(Kind::kFunction) | Kind::kClass | Kind::kNamespace)) return true;
  if (value.only(Kind::kInteger)) {
    if (const auto number = value.known_integer()) return *number != 0;
  }
  return std::nullopt;
}

/// A batch of which its uses say that it holds tensors: a test says in what.
std::optional<Value> Conditions::batch_as(const Value& value, const Value& wanted) {
  const bool is_batch = value.only(Kinds(Kind::kLibraryObject) | Kind::kTensor) && value.entities != nullptr &&
                        value.evidence != values::Evidence::kSeen &&
                        std::ranges::all_of(value.entities->items, [&](const Entity& each) {
                          return each.kind == EntityKind::kLibraryObject && each.index == known_.batch;
                        });
  if (!is_batch || !(wanted.only(Kind::kDictionary) || wanted.only(Kind::kList) || wanted.only(Kind::kTuple)))
    return std::nullopt;
  const Value element = value.may_be(Kind::kTensor)  ? value
                        : value.aggregate != nullptr ? values::any_element(arena_, value)
                                                     : Value::anything();
  Value held = wanted.only(Kind::kDictionary)
                   ? arena_.dictionary({}, element)
                   : arena_.container(wanted.only(Kind::kList) ? Kind::kList : Kind::kTuple, element);
  held.evidence = values::Evidence::kDeclared;
  return held;
}

/// An object of a class of which a base is not seen: it may be a dictionary, or whatever else.
bool Conditions::has_unknown_base(const Value& value) const {
  if (!value.may_be(Kind::kInstance) || value.entities == nullptr) return false;
  const auto& classes = project().classes();
  return std::ranges::any_of(value.entities->items, [&](const Entity& entity) {
    return entity.kind == EntityKind::kObject &&
           std::ranges::any_of(classes[world_.class_of(entity.index)].ancestors,
                               [&](std::uint32_t ancestor) { return classes[ancestor].has_unknown_base; });
  });
}

/// Objects of `class Item(NamedTuple)`, and nothing else.
bool Conditions::is_named_tuple(const Value& value) const {
  const auto& classes = project().classes();
  return value.only(Kind::kInstance) && value.entities != nullptr &&
         std::ranges::all_of(value.entities->items, [&](const Entity& entity) {
           return entity.kind == EntityKind::kObject &&
                  std::ranges::any_of(classes[world_.class_of(entity.index)].ancestors,
                                      [&](std::uint32_t ancestor) { return classes[ancestor].is_named_tuple; });
         });
}

/// Is one of the classes an enumeration? Its members are kept as the values that its body gives them.
bool Conditions::is_enumeration(const Value& klass) const {
  if (klass.may_be(Kind::kTuple) && klass.aggregate != nullptr)
    return std::ranges::any_of(klass.aggregate->elements, [&](const Value& one) { return is_enumeration(one); });
  if (klass.entities == nullptr) return false;
  const auto is_base = [&](std::uint32_t node) { return catalog().row(node).name.starts_with("enum."); };
  return std::ranges::any_of(klass.entities->items, [&](const Entity& entity) {
    return entity.kind == EntityKind::kLibraryName
               ? is_base(entity.index)
               : entity.kind == EntityKind::kClass &&
                     std::ranges::any_of(project().classes()[entity.index].library_bases, is_base);
  });
}

}  // namespace syncfree::inference
