#include "rules/rewrites/selected_branches.h"

#include <utility>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/rewrites/unmasked.h"

namespace syncfree::rules {

using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using values::Value;

namespace {

constexpr std::string_view kTitle =
    "compute both ways and select with `torch.where` (a NaN of either gets into the gradients)";

/// The value of a block that is one `return`; null otherwise.
const Expression* only_returned(model::Block block) {
  const auto* leaves = block.size() == 1 ? block.front()->get_if<model::Return>() : nullptr;
  return leaves == nullptr ? nullptr : leaves->value;
}

}  // namespace

const model::Assign* only_assigned(model::Block block) {
  const auto* assign = block.size() == 1 ? block.front()->get_if<model::Assign>() : nullptr;
  const bool plain = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                     assign->annotation == nullptr && assign->targets.front()->kind == model::ExpressionKind::kName;
  return plain ? assign : nullptr;
}

bool has_finite_gradient(const Expression& value, const FixContext& context) {
  if (is_without_gradient(context)) return true;
  constexpr std::string_view kSteep[] = {"acos",       "asin",  "div",  "divide",    "log",
                                         "log10",      "log2",  "norm", "normalize", "pow",
                                         "reciprocal", "rsqrt", "sqrt", "std",       "true_divide"};
  bool finite = true;
  model::walk(value, [&](const Expression& part) {
    if (const auto* binary = part.get_if<model::Binary>()) {
      const bool divides = binary->operation == model::BinaryOperator::kDivide;
      const bool raises = binary->operation == model::BinaryOperator::kPower;
      finite = finite && (!divides || is_python_number(*binary->right, context.symbols)) &&
               (!raises || is_whole_number(*binary->right, context.symbols));
    } else if (const auto* call = part.get_if<model::Call>()) {
      finite = finite && !is_one_of(callee_name(*call, context.symbols), kSteep);
    }
  });
  return finite;
}

bool can_stand_for_each_other(const Expression& yes, const Expression& no, const FixContext& context) {
  if (!has_finite_gradient(yes, context) || !has_finite_gradient(no, context)) return false;
  if (!engine::gives_tensor_or_number(context.view, yes) || !engine::gives_tensor_or_number(context.view, no))
    return false;
  if (is_python_number(yes, context.symbols) && is_python_number(no, context.symbols)) return false;
  const Value* a = context.view.observation().value_of(yes);
  const Value* b = context.view.observation().value_of(no);
  const bool both = a->only(values::Kind::kTensor) && b->only(values::Kind::kTensor);
  if (!both) return engine::gives_device_tensor(context.view, yes) || engine::gives_device_tensor(context.view, no);
  return a->rank.known() && a->rank == b->rank;
}

Code selected_by(Code condition, const Expression& yes, const Expression& no) {
  return fixes::call(fixes::library("torch.where"),
                     {{{}, std::move(condition)}, {{}, fixes::kept(yes)}, {{}, fixes::kept(no)}});
}

std::optional<Proposal> branches_selected(const model::If& branch, Code condition, const FixContext& context) {
  const Expression* yes = only_returned(branch.then);
  const Expression* no = only_returned(branch.otherwise);
  if (yes != nullptr && no != nullptr) {
    if (!can_stand_for_each_other(*yes, *no, context)) return std::nullopt;
    return shown(std::string(kTitle),
                 fixes::ReplaceStatement{&branch, fixes::returned(selected_by(std::move(condition), *yes, *no))});
  }
  const model::Assign* assign = only_assigned(branch.then);
  const model::Assign* other = only_assigned(branch.otherwise);
  if (assign == nullptr || other == nullptr) return std::nullopt;
  const Expression& target = *assign->targets.front();
  const bool same = other->targets.front()->as<model::Name>().name == target.as<model::Name>().name;
  if (!same || !can_stand_for_each_other(*assign->value, *other->value, context)) return std::nullopt;
  return shown(
      std::string(kTitle),
      fixes::ReplaceStatement{&branch, fixes::assign(fixes::kept(target), selected_by(std::move(condition),
                                                                                      *assign->value, *other->value))});
}

}  // namespace syncfree::rules
