#include "rules/rewrites/joined_truths.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "rules/rewrites/array_by_use.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/flow_match.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using values::Value;

namespace {

constexpr std::size_t kMostCompared = 16;  ///< each of a chain's comparisons is asked for; a longer one is left alone

bool is_not(const Expression& expression) {
  const auto* unary = expression.get_if<model::Unary>();
  return unary != nullptr && unary->operation == model::UnaryOperator::kNot;
}

/// Does the host wait for something in the expression, but for the truth of all of it.
bool waits_within(const Expression& expression, const FixContext& context) {
  const Expression& whole = is_not(expression) ? *expression.as<model::Unary>().operand : expression;
  return std::ranges::any_of(context.view.outcome().events, [&](const engine::Event& event) {
    return whole.range.contains(event.range) && event.range != whole.range;
  });
}

/// Evaluating it though an operand before it has decided already: nothing happens, and nothing is waited for.
bool may_always_be_evaluated(const Expression& operand, const FixContext& context) {
  return only_computes(context.view, operand) && !waits_within(operand, context);
}

/// One bool on the GPU: `a and b` is then what `torch.logical_and(a, b)` is.
bool is_one_bool(const Expression& operand, const FixContext& context) {
  const Value* value = context.view.observation().value_of(operand);
  return value != nullptr && value->only(values::Kind::kTensor) && value->rank.is(0) == values::Truth::kYes &&
         value->elements.within(values::Element::kBoolean) && is_surely_tensor(operand, context);
}

/// A comparison or a reduction: it has a truth as it stands. The truth of a whole tensor may ask whether it is empty,
/// and what follows may rely on that.
bool is_one_truth(const Expression& operand, const FixContext& context) {
  if (is_not(operand)) return is_one_truth(*operand.as<model::Unary>().operand, context);
  if (operand.kind == ExpressionKind::kBoolean)
    return std::ranges::all_of(operand.as<model::Boolean>().operands,
                               [&](const Expression* part) { return is_one_truth(*part, context); });
  const Value* value = context.view.observation().value_of(operand);
  return operand.kind == ExpressionKind::kComparison || operand.kind == ExpressionKind::kCall ||
         (value != nullptr && value->rank.is(0) == values::Truth::kYes);
}

Code joined(Code left, Code right, bool is_and) {
  return fixes::call(fixes::library(is_and ? "torch.logical_and" : "torch.logical_or"),
                     {{{}, std::move(left)}, {{}, std::move(right)}});
}

/// The operands with those side by side that are tensors joined; as many as there were if none could be.
std::vector<Code> joined_neighbours(const model::Boolean& boolean, const FixContext& context) {
  std::vector<Code> parts;
  bool last_is_tensor = false;
  for (const Expression* operand : boolean.operands) {
    auto tensor = is_one_truth(*operand, context) ? truth_on_device(*operand, context) : std::nullopt;
    const bool joins = tensor && last_is_tensor && may_always_be_evaluated(*operand, context);
    last_is_tensor = tensor.has_value();
    if (joins) {
      parts.back() = joined(std::move(parts.back()), std::move(*tensor), boolean.is_and);
    } else {
      parts.push_back(tensor ? std::move(*tensor) : fixes::kept(*operand));
    }
  }
  return parts;
}

/// The innermost `and` or `or` around the place.
const model::Boolean* boolean_around(const FixContext& context, std::size_t& depth) {
  for (depth = 0; depth < context.location.parents.size(); ++depth) {
    const Expression* parent = context.location.parents[depth];
    if (const auto* boolean = parent->get_if<model::Boolean>()) return boolean;
    if (!is_not(*parent)) return nullptr;
  }
  return nullptr;
}

}  // namespace

bool compares_collections(const Expression& test, const FixContext& context) {
  const auto* comparison = test.get_if<model::Comparison>();
  if (comparison == nullptr) return false;
  if (comparison->operands.size() > kMostCompared) return true;
  return std::ranges::any_of(comparison->operands, [&](const Expression* operand) {
    const Value* value = context.view.observation().value_of(*operand);
    return value != nullptr && value->only(values::kHostSequence | values::Kind::kSet | values::Kind::kDictionary);
  });
}

bool is_surely_tensor(const Expression& test, const FixContext& context) {
  const Value* value = context.view.observation().value_of(test);
  return value != nullptr && value->evidence != values::Evidence::kGuessed && !compares_collections(test, context) &&
         engine::gives_device_tensor(context.view, test) && !rests_on_array_by_use(test, context);
}

bool is_only_asked_for_truth(const Expression& value, std::span<const Expression* const> parents,
                             const model::Statement& statement, const FixContext& context) {
  const Expression* inner = &value;
  for (const Expression* parent : parents) {
    if (const auto* choice = parent->get_if<model::Conditional>(); choice != nullptr && choice->condition == inner)
      return true;
    if (is_not(*parent)) return true;
    const auto* call = parent->get_if<model::Call>();
    if (call != nullptr && callee_name(*call, context.symbols) == "bool" && receiver_of(*call) == nullptr) return true;
    if (parent->kind != ExpressionKind::kBoolean) return false;
    inner = parent;
  }
  if (const auto* branch = statement.get_if<model::If>()) return branch->condition == inner;
  if (const auto* loop = statement.get_if<model::While>()) return loop->condition == inner;
  const auto* check = statement.get_if<model::Assert>();
  return check != nullptr && check->condition == inner;
}

Code negated_on_device(Code truth) {
  constexpr std::string_view kNot = "torch.logical_not";
  const bool negates = truth.kind == fixes::CodeKind::kCall && truth.parts.front().kind == fixes::CodeKind::kLibrary &&
                       truth.parts.front().text == kNot && truth.arguments.size() == 1;
  if (negates) return truth.arguments.front().value;
  return fixes::call(fixes::library(std::string(kNot)), {{{}, std::move(truth)}});
}

std::optional<Code> truth_on_device(const Expression& test, const FixContext& context) {
  if (is_not(test)) {
    auto inner = truth_on_device(*test.as<model::Unary>().operand, context);
    if (!inner) return std::nullopt;
    return negated_on_device(std::move(*inner));
  }
  if (const auto* several = test.get_if<model::Boolean>()) {
    std::optional<Code> all;
    for (const Expression* operand : several->operands) {
      auto one = truth_on_device(*operand, context);
      if (!one) return std::nullopt;
      all = !all ? std::move(*one) : joined(std::move(*all), std::move(*one), several->is_and);
    }
    return all;
  }
  return is_surely_tensor(test, context) ? std::optional(fixes::kept(test)) : std::nullopt;
}

std::optional<Proposal> joined_truths(const FixContext& context) {
  std::size_t depth = 0;
  const model::Boolean* boolean = boolean_around(context, depth);
  if (boolean == nullptr || context.module.language != model::Language::kPython) return std::nullopt;
  const std::span<const Expression* const> parents = std::span(context.location.parents).subspan(depth + 1);
  const bool bools =
      std::ranges::all_of(boolean->operands, [&](const Expression* operand) { return is_one_bool(*operand, context); });
  if (!bools && !is_only_asked_for_truth(*boolean, parents, *context.location.statement, context)) return std::nullopt;
  std::vector<Code> parts = joined_neighbours(*boolean, context);
  if (parts.size() == boolean->operands.size()) return std::nullopt;
  Code all = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i)
    all = fixes::binary(std::move(all), boolean->is_and ? "and" : "or", std::move(parts[i]));
  Proposal proposal = shown("join them on the GPU: the host asks for one truth in place of several",
                            fixes::Replace{boolean, std::move(all)});
  proposal.waits_left = fixes::WaitsLeft::kFewer;
  return proposal;
}

}  // namespace syncfree::rules
