// `a if t else b` and `if t: x = a else: x = b` become `torch.where(t, a, b)`; `assert t` is checked on the GPU.
#include <algorithm>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/flow/takes_tensor.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/decided_in_words.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/joined_truths.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/places_once.h"
#include "rules/rewrites/read_before_loop.h"
#include "rules/rewrites/selected_branches.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::tensor_truth {

using engine::Event;
using engine::FixContext;
using engine::TruthUse;
using fixes::Applicability;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using values::Value;

namespace {

bool is_number(const Expression& side, const FixContext& context) { return is_python_number(side, context.symbols); }

/// Arithmetic on what the condition or the other side speaks of too: a tensor or a number, and nothing happens in it.
bool can_be_selected(const Expression& side, const Expression& other, const Expression& condition,
                     const FixContext& context) {
  if (is_number(side, context)) return true;
  if (!is_stable(side)) return false;
  switch (side.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kAttribute:
      return mentions(condition, side, context) ||
             (other.kind == ExpressionKind::kBinary && mentions(other, side, context));
    case ExpressionKind::kUnary:
      return side.as<model::Unary>().operation != model::UnaryOperator::kNot &&
             can_be_selected(*side.as<model::Unary>().operand, other, condition, context);
    case ExpressionKind::kBinary:
      return can_be_selected(*side.as<model::Binary>().left, other, condition, context) ||
             can_be_selected(*side.as<model::Binary>().right, other, condition, context);
    default:
      return false;
  }
}

/// `torch.where` takes nothing but bools. What may be a number is true where it is not zero.
fixes::Code as_bool(const Event& event, const Expression& condition) {
  const bool is_bool =
      condition.kind == ExpressionKind::kComparison || event.operands[0].elements.within(values::Element::kBoolean);
  return is_bool ? fixes::kept(condition) : fixes::method(fixes::kept(condition), "bool", {});
}

std::optional<fixes::Code> selected(const Event& event, const Expression& condition, const Expression& yes,
                                    const Expression& no, const FixContext& context) {
  // Two numbers would become a tensor where a number was.
  if (is_number(yes, context) && is_number(no, context)) return std::nullopt;
  if (!can_be_selected(yes, no, condition, context) || !can_be_selected(no, yes, condition, context))
    return std::nullopt;
  if (!has_finite_gradient(yes, context) || !has_finite_gradient(no, context)) return std::nullopt;
  return fixes::call(fixes::library("torch.where"),
                     {{{}, as_bool(event, condition)}, {{}, fixes::kept(yes)}, {{}, fixes::kept(no)}});
}

Proposal select(fixes::Edit edit) {
  Proposal proposal{Applicability::kUnsafe,
                    "compute both and select with `torch.where` (a NaN of either gets into the gradients)",
                    {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
}

std::optional<Proposal> select_assigned(const Event& event, const FixContext& context) {
  const auto* branch = context.location.statement->get_if<model::If>();
  if (branch == nullptr || branch->condition != context.location.node) return std::nullopt;
  const model::Assign* yes = only_assigned(branch->then);
  const model::Assign* no = only_assigned(branch->otherwise);
  if (yes == nullptr || no == nullptr) return std::nullopt;
  if (text_of(*yes->targets.front(), context) != text_of(*no->targets.front(), context)) return std::nullopt;
  // An `elif` is no statement of its own.
  if (context.module.text.substr(branch->range.begin, 2) != "if") return std::nullopt;
  auto code = selected(event, *branch->condition, *yes->value, *no->value, context);
  if (!code) return std::nullopt;
  return select(fixes::ReplaceStatement{branch, fixes::assign(fixes::kept(*yes->targets.front()), std::move(*code))});
}

std::optional<Proposal> select_value(const Event& event, const FixContext& context) {
  if (context.location.parents.empty()) return std::nullopt;
  const auto* choice = context.location.parents[0]->get_if<model::Conditional>();
  if (choice == nullptr || choice->condition != context.location.node) return std::nullopt;
  auto code = selected(event, *choice->condition, *choice->then_value, *choice->else_value, context);
  if (!code) return std::nullopt;
  return select(fixes::Replace{choice, std::move(*code)});
}

/// What is tested, on the GPU and on the host: `host and device`.
struct Tested {
  std::optional<fixes::Code> device;
  std::optional<fixes::Code> host;
};

/// It is on the host, and asking it a little earlier or later is the same.
bool is_host_test(const Expression& test, const FixContext& context) {
  if (const auto* negated = test.get_if<model::Unary>()) return is_host_test(*negated->operand, context);
  const Value* value = context.view.observation().value_of(test);
  const bool on_host = value != nullptr && !value->is_anything() && !value->may_be(values::Kind::kTensor);
  return on_host && does_nothing(test, context.symbols);
}

/// `a and t.any()`, where `a` is of the host.
Tested parts_of_test(const Expression& test, const FixContext& context) {
  if (auto all = truth_on_device(test, context)) return {std::move(all), std::nullopt};
  const auto* several = test.get_if<model::Boolean>();
  if (several == nullptr || !several->is_and || several->operands.size() != 2) return {};
  const Expression& first = *several->operands[0];
  const Expression& second = *several->operands[1];
  if (is_host_test(first, context)) return {truth_on_device(second, context), fixes::kept(first)};
  if (is_host_test(second, context)) return {truth_on_device(first, context), fixes::kept(second)};
  return {};
}

/// Between the finding and the whole test stand nothing but `and`, `or` and `not`.
bool is_part_of_test(const Expression& test, const FixContext& context) {
  const Expression* inner = context.location.node;
  for (const Expression* parent : context.location.parents) {
    if (inner == &test) return true;
    const auto* negated = parent->get_if<model::Unary>();
    const bool logical = parent->kind == ExpressionKind::kBoolean ||
                         (negated != nullptr && negated->operation == model::UnaryOperator::kNot);
    if (!logical) return false;
    inner = parent;
  }
  return inner == &test;
}

/// What torch is asked about is a tensor, whoever calls: a function of torch takes no bool of the host.
bool is_tensor_for_all(const Expression& test, const FixContext& context) {
  if (const auto* negated = test.get_if<model::Unary>()) return is_tensor_for_all(*negated->operand, context);
  if (const auto* several = test.get_if<model::Boolean>())
    return std::ranges::all_of(several->operands,
                               [&](const Expression* part) { return is_tensor_for_all(*part, context); });
  return is_host_test(test, context) || !for_some_caller(test, context, [](const Value& value) {
           return !value.is_bottom() && !value.is_anything() && !value.may_be(values::Kind::kTensor);
         });
}

/// A message that is put together from values would be made each time, and may read them.
Proposal checked_on_device(fixes::Edit edit, bool drops_message) {
  return shown(drops_message ? "check on the GPU, where a failure shows later (its message is left out)"
                             : "check on the GPU, where a failure shows later",
               std::move(edit));
}

/// `assert a.all() and b.all()`, and one whose message is put together.
std::optional<Proposal> show_assert(const FixContext& context) {
  const auto* check = context.location.statement->get_if<model::Assert>();
  if (check == nullptr || is_tried(context.location) || !is_part_of_test(*check->condition, context))
    return std::nullopt;
  auto tested = truth_on_device(*check->condition, context);
  if (!tested || !is_tensor_for_all(*check->condition, context)) return std::nullopt;
  std::vector<fixes::CodeArgument> arguments = {{{}, std::move(*tested)}};
  const bool keeps = check->message != nullptr && check->message->kind == ExpressionKind::kConstant;
  if (keeps) arguments.push_back({{}, fixes::kept(*check->message)});
  return checked_on_device(
      fixes::ReplaceStatement{check, fixes::call(fixes::library("torch._assert_async"), std::move(arguments))},
      check->message != nullptr && !keeps);
}

/// `assert t` and `assert not t`.
std::optional<Proposal> assert_on_device(const FixContext& context) {
  const auto* check = context.location.statement->get_if<model::Assert>();
  if (check == nullptr) return std::nullopt;
  const Expression* tested = context.location.node;
  const auto* negated = check->condition->get_if<model::Unary>();
  const bool is_negated =
      negated != nullptr && negated->operation == model::UnaryOperator::kNot && negated->operand == tested;
  if ((check->condition != tested && !is_negated) || !is_surely_tensor(*tested, context) ||
      !is_tensor_for_all(*tested, context))
    return std::nullopt;
  fixes::Code condition = fixes::kept(*tested);
  if (is_negated) condition = fixes::call(fixes::library("torch.logical_not"), {{{}, std::move(condition)}});
  std::vector<fixes::CodeArgument> arguments = {{{}, std::move(condition)}};
  if (check->message != nullptr) {
    if (check->message->kind != ExpressionKind::kConstant) return std::nullopt;
    arguments.push_back({{}, fixes::kept(*check->message)});
  }
  Proposal proposal{Applicability::kUnsafe, "check on the GPU, where a failure shows later", {}};
  proposal.edits.emplace_back(
      fixes::ReplaceStatement{check, fixes::call(fixes::library("torch._assert_async"), std::move(arguments))});
  return proposal;
}

/// The text of `raise ValueError("text")`; null if it is put together from values.
const Expression* message_of(const model::Raise& raise) {
  const auto* made = raise.value == nullptr ? nullptr : raise.value->get_if<model::Call>();
  if (made == nullptr || made->arguments.size() != 1 || made->arguments.front().keyword) return nullptr;
  const auto* text = made->arguments.front().value->get_if<model::Constant>();
  return text != nullptr && text->constant == model::ConstantKind::kString ? text : nullptr;
}

/// `raise ValueError(f"{n} are too many")`
bool says_something(const model::Raise& raise) {
  const auto* made = raise.value == nullptr ? nullptr : raise.value->get_if<model::Call>();
  return made != nullptr && !made->arguments.empty();
}

/// `if bad: raise …`, `if not good: raise …` and `if asked and (low or high): raise …`
std::optional<Proposal> show_check(const model::If& branch, const FixContext& context) {
  const bool raises =
      branch.then.size() == 1 && branch.otherwise.empty() && branch.then.front()->kind == model::StatementKind::kRaise;
  if (!raises || is_tried(context.location) || !is_part_of_test(*branch.condition, context)) return std::nullopt;
  Tested tested = parts_of_test(*branch.condition, context);
  if (!tested.device || !is_tensor_for_all(*branch.condition, context)) return std::nullopt;
  const auto* negated = branch.condition->get_if<model::Unary>();
  const bool is_negated = negated != nullptr && negated->operand == context.location.node;
  const fixes::Code fine =
      is_negated ? fixes::kept(*context.location.node) : negated_on_device(std::move(*tested.device));
  std::vector<fixes::CodeArgument> arguments = {{{}, fine}};
  const auto& raise = branch.then.front()->as<model::Raise>();
  const Expression* message = message_of(raise);
  if (message != nullptr) arguments.push_back({{}, fixes::kept(*message)});
  const bool drops = message == nullptr && says_something(raise);
  const fixes::Code check = fixes::call(fixes::library("torch._assert_async"), std::move(arguments));
  if (!tested.host) return checked_on_device(fixes::ReplaceStatement{&branch, check}, drops);
  Proposal proposal = checked_on_device(fixes::Replace{branch.condition, std::move(*tested.host)}, drops);
  proposal.edits.emplace_back(fixes::ReplaceStatement{branch.then.front(), check});
  return proposal;
}

/// The condition is the tensor, or `not` the tensor.
bool is_tested_by(const model::If& branch, const Expression& tensor) {
  const auto* negated = branch.condition->get_if<model::Unary>();
  return branch.condition == &tensor ||
         (negated != nullptr && negated->operation == model::UnaryOperator::kNot && negated->operand == &tensor);
}

std::optional<Proposal> show_if(const Event& event, const FixContext& context) {
  const auto* branch = context.location.statement->get_if<model::If>();
  if (branch == nullptr || context.module.text.substr(branch->range.begin, 2) != "if") return std::nullopt;
  if (auto check = show_check(*branch, context)) return check;
  if (!is_tested_by(*branch, *context.location.node)) return std::nullopt;
  return branch->condition == context.location.node
             ? branches_selected(*branch, as_bool(event, *branch->condition), context)
             : std::nullopt;
}

/// `not t`, `a and b` as operators of the GPU, where a tensor can stand.
std::optional<Proposal> show_operator(const FixContext& context) {
  if (context.location.parents.empty()) return std::nullopt;
  const Expression& parent = *context.location.parents.front();
  if (!engine::takes_tensor(context.view, parent)) return std::nullopt;
  const std::string title = "combine on the GPU: every use of the answer takes a tensor";
  if (const auto* negated = parent.get_if<model::Unary>();
      negated != nullptr && negated->operation == model::UnaryOperator::kNot) {
    return shown(title, fixes::Replace{negated, fixes::call(fixes::library("torch.logical_not"),
                                                            {{{}, fixes::kept(*context.location.node)}})});
  }
  const auto* both = parent.get_if<model::Boolean>();
  if (both == nullptr || both->operands.size() != 2) return std::nullopt;
  // `a and b` gives one of the two, the operator of the GPU a bool.
  const bool truths = std::ranges::all_of(both->operands, [&](const Expression* operand) {
    const Value* value = context.view.observation().value_of(*operand);
    return engine::gives_device_tensor(context.view, *operand) && value != nullptr &&
           value->elements.within(values::Element::kBoolean);
  });
  if (!truths) return std::nullopt;
  return shown(title,
               fixes::Replace{
                   both, fixes::call(fixes::library(both->is_and ? "torch.logical_and" : "torch.logical_or"),
                                     {{{}, fixes::kept(*both->operands[0])}, {{}, fixes::kept(*both->operands[1])}})});
}

std::optional<Proposal> show_value(const Event& event, const FixContext& context) {
  const auto* choice =
      context.location.parents.empty() ? nullptr : context.location.parents[0]->get_if<model::Conditional>();
  if (choice == nullptr || choice->condition != context.location.node) return std::nullopt;
  if (!can_stand_for_each_other(*choice->then_value, *choice->else_value, context)) return std::nullopt;
  // Where one is a number of the host, what came after it may have needed one.
  const bool both = engine::gives_device_tensor(context.view, *choice->then_value) &&
                    engine::gives_device_tensor(context.view, *choice->else_value);
  if (!both && !engine::takes_tensor(context.view, *choice)) return std::nullopt;
  return shown("compute both and select with `torch.where` (a NaN of either gets into the gradients)",
               fixes::Replace{
                   choice, selected_by(as_bool(event, *choice->condition), *choice->then_value, *choice->else_value)});
}

std::optional<Proposal> rewritten(const Event& event, const FixContext& context) {
  switch (event.truth_use) {
    case TruthUse::kIf:
      return select_assigned(event, context);
    case TruthUse::kConditional:
      return select_value(event, context);
    case TruthUse::kAssert:
    case TruthUse::kNot:
      return assert_on_device(context);
    default:
      return std::nullopt;
  }
}

/// A line where the rewrite would not be the same but stands alone; else words.
std::optional<Proposal> shown_instead(const Event& event, const FixContext& context) {
  std::optional<Proposal> proposal;
  const TruthUse use = event.truth_use;
  const bool is_tensor =
      event.operands[0].only(values::Kind::kTensor) && !compares_collections(*context.location.node, context);
  if (is_tensor && (use == TruthUse::kIf || use == TruthUse::kNot || use == TruthUse::kBooleanOperator))
    proposal = show_if(event, context);
  if (is_tensor && !proposal) proposal = show_assert(context);
  const auto* comparison = context.location.node->get_if<model::Comparison>();
  if (is_tensor && !proposal && comparison != nullptr) proposal = tested_before_loop(*comparison, context);
  if (is_tensor && use == TruthUse::kConditional) proposal = show_value(event, context);
  if (!proposal && (use == TruthUse::kNot || use == TruthUse::kBooleanOperator)) proposal = show_operator(context);
  if (proposal || use == TruthUse::kReduction || use == TruthUse::kNone || use == TruthUse::kAssert) return proposal;
  // What is only a check says so already.
  if (use == TruthUse::kBooleanOperator && event.consumer == engine::Consumer::kDiscarded) return proposal;
  return decided_in_words(*context.location.node, event, context);
}

/// `bool(t)`
std::optional<Proposal> show_tensor(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  const bool converts = call != nullptr && called_name(event) == "bool" && call->arguments.size() == 1 &&
                        receiver_of(*call) == nullptr && event.operands[0].only(values::Kind::kTensor);
  if (!converts || !event.operands[0].elements.within(values::Element::kBoolean) ||
      !engine::takes_tensor(context.view, *call))
    return std::nullopt;
  return shown("keep the tensor: every use of it takes one", fixes::Unwrap{call, call->arguments.front().value});
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  if (event.kind != engine::EventKind::kTruth) return or_copied_once(show_tensor(event, context), event, context);
  auto proposal = event.operands[0].only(values::Kind::kTensor) ? rewritten(event, context) : std::nullopt;
  if (!proposal) proposal = shown_instead(event, context);
  if (proposal && !proposal->edits.empty()) return proposal;
  auto once = places_once(context);
  if (!once) once = joined_truths(context);
  return once ? once : or_copied_once(std::move(proposal), event, context);
}

}  // namespace syncfree::rules::tensor_truth
