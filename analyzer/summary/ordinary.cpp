#include "analyzer/summary/ordinary.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/other_accelerators.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using model::Expression;

/// Functions in functions that say yes or no.
constexpr int kDeepestCall = 3;

/// Of a tensor that is not dense, or neither on the CPU nor on a GPU of CUDA.
constexpr std::array<std::string_view, 8> kKinds = {"is_sparse", "is_sparse_csr", "is_mkldnn", "is_quantized",
                                                    "is_nested", "is_meta",       "is_mps",    "is_xpu"};
/// Settings of the process that programs seldom turn on.
constexpr std::array<std::string_view, 2> kSeldomSet = {"torch.are_deterministic_algorithms_enabled",
                                                        "torch.is_deterministic_algorithms_warn_only_enabled"};
constexpr std::array<std::string_view, 6> kSparse = {"sparse_coo", "sparse_csr", "sparse_csc",
                                                     "sparse_bsr", "sparse_bsc", "jagged"};

/// Whatever module they are in: who wraps torch's own keeps the name.
constexpr std::array<std::string_view, 6> kOtherRuns = {"is_compiling", "is_dynamo_compiling", "is_exporting",
                                                        "is_scripting", "is_tracing",          "is_in_onnx_export"};

/// `RequirementCache("torch_xla")`, `find_spec("torch_npu") is not None`
bool asks_for_others(const Expression& expression) {
  bool found = false;
  model::walk(expression, [&](const Expression& part) {
    const auto* constant = part.get_if<model::Constant>();
    found = found || (constant != nullptr && constant->constant == model::ConstantKind::kString &&
                      std::ranges::find(inference::kOtherAccelerators, constant->text,
                                        &inference::OtherAccelerator::package) != inference::kOtherAccelerators.end());
  });
  return found;
}

std::optional<bool> negated(std::optional<bool> answer) { return answer ? std::optional(!*answer) : answer; }

}  // namespace

std::optional<bool> Ordinary::answer(std::uint32_t module, const Expression& condition) const {
  return ask(module, condition, 0);
}

Ordinary::Answer Ordinary::ask(std::uint32_t module, const Expression& condition, int depth) const {
  if (const auto* constant = condition.get_if<model::Constant>()) {
    if (constant->constant == model::ConstantKind::kTrue) return true;
    if (constant->constant == model::ConstantKind::kFalse) return false;
    return std::nullopt;
  }
  if (const auto* unary = condition.get_if<model::Unary>())
    return unary->operation == model::UnaryOperator::kNot ? negated(ask(module, *unary->operand, depth)) : std::nullopt;
  if (const auto* joined = condition.get_if<model::Boolean>()) return ask_boolean(module, *joined, depth);
  if (const auto* compared = condition.get_if<model::Comparison>()) return ask_comparison(*compared);
  if (const auto* attribute = condition.get_if<model::Attribute>()) return ask_attribute(*attribute);
  if (const auto* call = condition.get_if<model::Call>()) return ask_call(module, *call, depth);
  if (const auto* name = condition.get_if<model::Name>()) return ask_name(module, *name);
  return std::nullopt;
}

Ordinary::Answer Ordinary::ask_boolean(std::uint32_t module, const model::Boolean& joined, int depth) const {
  bool is_known = true;
  for (const Expression* operand : joined.operands) {
    const Answer one = ask(module, *operand, depth);
    if (one && *one != joined.is_and) return one;
    is_known = is_known && one;
  }
  return is_known ? Answer(joined.is_and) : std::nullopt;
}

bool Ordinary::is_amount(const Expression& expression) const {
  if (const auto* call = expression.get_if<model::Call>()) {
    const std::string_view name = flow::last_name(*call->callee, project_.symbols());
    return name == "numel" || name == "len" || name == "size";
  }
  const auto* item = expression.get_if<model::Subscript>();
  return item != nullptr && flow::last_name(*item->object, project_.symbols()) == "shape";
}

Ordinary::Answer Ordinary::amount(const model::Comparison& compared) {
  using enum model::ComparisonOperator;
  const auto* constant = compared.operands.back()->get_if<model::Constant>();
  if (compared.operators.size() != 1 || constant == nullptr || constant->constant != model::ConstantKind::kInteger ||
      constant->integer != 0)
    return std::nullopt;
  const model::ComparisonOperator asked = compared.operators[0];
  if (asked == kGreater || asked == kNotEqual) return true;
  return asked == kEqual || asked == kLessEqual ? Answer(false) : std::nullopt;
}

Ordinary::Answer Ordinary::ask_comparison(const model::Comparison& compared) const {
  using enum model::ComparisonOperator;
  if (compared.operators.size() != 1) return std::nullopt;
  const model::ComparisonOperator asked = compared.operators[0];
  const Expression& left = *compared.operands[0];
  const Expression& right = *compared.operands[1];
  const auto* constant = right.get_if<model::Constant>();
  if (is_amount(left)) {
    if (const Answer answer = amount(compared)) return answer;
  }
  if (asked != kEqual && asked != kNotEqual) return std::nullopt;
  const auto* of = left.get_if<model::Attribute>();
  if (of == nullptr) return std::nullopt;
  const std::string_view name = project_.symbols().text(of->name);
  const std::string_view other = flow::last_name(right, project_.symbols());
  if (name == "layout" && std::ranges::find(kSparse, other) != kSparse.end()) return asked == kNotEqual;
  if (name == "layout" && other == "strided") return asked == kEqual;
  if (name == "type" && flow::last_name(*of->object, project_.symbols()) == "device" && constant != nullptr &&
      (constant->text == "mps" || constant->text == "xpu" || constant->text == "meta"))
    return asked == kNotEqual;
  return std::nullopt;
}

Ordinary::Answer Ordinary::ask_attribute(const model::Attribute& attribute) const {
  const auto* object = attribute.object->get_if<model::Name>();
  if (object != nullptr && project_.symbols().text(object->name) == "self") return std::nullopt;
  const std::string_view name = project_.symbols().text(attribute.name);
  return std::ranges::find(kKinds, name) == kKinds.end() ? std::nullopt : Answer(false);
}

/// `_XLA_AVAILABLE`
Ordinary::Answer Ordinary::ask_name(std::uint32_t module, const model::Name& name) const {
  const inference::Target target = project_.resolve(module, name);
  if (target.kind != inference::TargetKind::kVariable) return std::nullopt;
  for (const model::Statement* statement : project_.modules()[target.index].input.module->body) {
    const auto* assign = statement->get_if<model::Assign>();
    if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) continue;
    const auto* stored = assign->targets[0]->get_if<model::Name>();
    if (stored != nullptr && stored->name == target.name)
      return asks_for_others(*assign->value) ? Answer(false) : std::nullopt;
  }
  return std::nullopt;
}

Ordinary::Answer Ordinary::ask_call(std::uint32_t module, const model::Call& call, int depth) const {
  const inference::Target called = project_.resolve(module, *call.callee);
  if (called.kind == inference::TargetKind::kLibrary) {
    const inference::Special* special = known_.specials.find(called.index);
    if (special != nullptr && *special == inference::Special::kFalseConstant) return false;
    if (std::ranges::find(kSeldomSet, project_.catalog().row(called.index).name) != kSeldomSet.end()) return false;
  }
  if (called.kind == inference::TargetKind::kFunction && depth < kDeepestCall) {
    const inference::FunctionInfo& function = project_.functions()[called.index];
    const Given given = given_by(function.module, function.function->body, depth + 1);
    if (given == Given::kTrue || given == Given::kFalse) return given == Given::kTrue;
  }
  const std::string_view name = flow::last_name(*call.callee, project_.symbols());
  if (std::ranges::find(kOtherRuns, name) != kOtherRuns.end()) return false;
  return name == "numel" ? Answer(true) : std::nullopt;
}

/// Of a function that says yes or no, on the ways that ordinary calls take.
Ordinary::Given Ordinary::given_by(std::uint32_t module, model::Block body, int depth) const {
  using enum Given;
  Given given = kNothing;
  const auto take = [&](Given one) {
    if (one != kNothing) given = given == kNothing || given == one ? one : kUnknown;
  };
  for (const model::Statement* statement : body) {
    if (const auto* back = statement->get_if<model::Return>()) {
      const Answer said = back->value == nullptr ? std::nullopt : ask(module, *back->value, depth);
      take(!said ? kUnknown : *said ? kTrue : kFalse);
      return given;
    }
    if (const auto* branch = statement->get_if<model::If>()) {
      const Answer holds = ask(module, *branch->condition, depth);
      if (holds != false) take(given_by(module, branch->then, depth));
      if (holds != true) take(given_by(module, branch->otherwise, depth));
      if (holds && given != kNothing) return given;
    } else if (model::returns(body.subspan(static_cast<std::size_t>(&statement - body.data()), 1))) {
      return kUnknown;
    }
  }
  return given;
}

}  // namespace syncfree::summary
