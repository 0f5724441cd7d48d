// A sum over what a mask selects becomes a sum over everything, with zeros elsewhere; what is stored or filled through
// a mask is selected on the GPU.
#include <algorithm>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/copied_once.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/masked_places.h"
#include "rules/rewrites/places_once.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/rewrites/unmasked.h"
#include "rules/shared/call_match.h"
#include "rules/shared/subscript_cause.h"

namespace syncfree::rules::mask_select {

using engine::Event;
using engine::EventKind;
using engine::FixContext;
using fixes::Applicability;
using fixes::Code;
using fixes::Proposal;
using model::Expression;
using model::ExpressionKind;
using values::Kind;
using values::Value;

namespace {

/// `torch.isnan(x)`, `x.isfinite()`.
bool looks_at_each(const model::Call& call, const Expression& x, const FixContext& context) {
  constexpr std::string_view kLooks[] = {"isnan", "isfinite", "isinf", "isposinf", "isneginf", "logical_not"};
  if (!is_one_of(callee_name(call, context.symbols), kLooks)) return false;
  const bool is_function = calls_torch_function(call, context);
  if (call.arguments.size() != (is_function ? 1U : 0U)) return false;
  const Expression* looked_at = is_function ? call.arguments.front().value : receiver_of(call);
  return looked_at != nullptr && text_of(*looked_at, context) == text_of(x, context);
}

/// What a name is bound to, if `x` is not rebound between that and here.
const Expression* meaning_of(const Expression& name, const Expression& x, const FixContext& context) {
  const model::Assign* assign = only_assignment(name, context);
  if (assign == nullptr || x.kind != ExpressionKind::kName) return nullptr;
  for (const model::Statement* statement : context.location.function->body) {
    if (statement->range.end > assign->range.begin && binding_count(*statement, x, context) != 0) return nullptr;
  }
  return assign->value;
}

/// A comparison of `x` with something else has the shape of `x` if that is a number.
bool compares(const Expression& mask, const Expression& x, const FixContext& context) {
  if (const auto* inverted = mask.get_if<model::Unary>()) return compares(*inverted->operand, x, context);
  if (const Expression* meant = meaning_of(mask, x, context)) return compares(*meant, x, context);
  if (const auto* call = mask.get_if<model::Call>()) return looks_at_each(*call, x, context);
  const auto* comparison = mask.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operands.size() != 2) return false;
  const bool left = text_of(*comparison->operands[0], context) == text_of(x, context);
  const Expression& other = *comparison->operands[left ? 1 : 0];
  const bool right = text_of(*comparison->operands[1], context) == text_of(x, context);
  return (left || right) && is_python_number(other, context.symbols);
}

/// Has the mask as many dimensions as what it selects from. With fewer it would be spread along the wrong ones.
bool same_shape(const Event& event, const Expression& mask, const Expression& x, const FixContext& context) {
  const Value& object = event.operands[0];
  const Value& index = event.operands[1];
  if (!object.only(Kind::kTensor) || !index.only(Kind::kTensor)) return false;
  return (object.rank.known() && object.rank == index.rank) || compares(mask, x, context);
}

bool is_method_call(const FixContext& context, std::string_view name) {
  const auto& parents = context.location.parents;
  if (parents.size() < 2) return false;
  const auto* method = parents[0]->get_if<model::Attribute>();
  const auto* call = parents[1]->get_if<model::Call>();
  return method != nullptr && call != nullptr && call->callee == method && call->arguments.empty() &&
         context.symbols.text(method->name) == name;
}

bool is_only_argument_of(const FixContext& context, std::string_view name) {
  const auto& parents = context.location.parents;
  if (parents.empty()) return false;
  const auto* call = parents[0]->get_if<model::Call>();
  return call != nullptr && call->arguments.size() == 1 && !has_stars(*call) &&
         call->arguments.front().value == context.location.node && callee_name(*call, context.symbols) == name &&
         calls_torch_function(*call, context);
}

/// `mask` of `x[:, mask]`, if nothing else selects there.
const Expression& selecting_part(const Expression& index) {
  const auto* several = index.get_if<model::Sequence>();
  if (several == nullptr || several->sequence != model::SequenceKind::kTuple) return index;
  const Expression* found = nullptr;
  for (const Expression* part : several->elements) {
    if (part->kind == model::ExpressionKind::kSlice || part->kind == model::ExpressionKind::kConstant) continue;
    if (found != nullptr) return index;
    found = part;
  }
  return found == nullptr ? index : *found;
}

/// What `x[mask].min()` never takes; nothing where no such call stands around the selection.
std::string_view never_taken(const FixContext& context) {
  const auto asked = [&](std::string_view name) {
    return is_method_call(context, name) || is_only_argument_of(context, name);
  };
  if (asked("min") || asked("amin")) return "`inf`";
  return asked("max") || asked("amax") || asked("logsumexp") ? "`-inf`" : "";
}

/// What is read through a mask and goes on with its own shape.
Proposal selected_in_words(const Expression& x, const Expression& index, const FixContext& context) {
  const std::string shape_of = engine::quote(text_of(x, context));
  const std::string mask = engine::quote(text_of(selecting_part(index), context));
  if (const std::string_view other = never_taken(context); !other.empty()) {
    return in_words("keep the shape of `" + shape_of + "`: " + std::string(other) + " by `torch.where` where `" + mask +
                    "` is false, so that it is never the answer");
  }
  return in_words("keep the shape of `" + shape_of + "`: zeros by `torch.where` where `" + mask +
                  "` is false, and the mask's sum as the number of rows; or `torch.nonzero_static(mask, size=n)` if "
                  "the host knows n");
}

Proposal stored_in_words(const Expression& x, const Expression& mask, const FixContext& context) {
  return in_words("compute the new values for all of `" + engine::quote(text_of(x, context)) +
                  "`, in its shape, and select them with `torch.where` by `" + engine::quote(text_of(mask, context)) +
                  "`, with as many dimensions");
}

/// The mask, with dimensions behind it, lies over the tensor.
bool lies_over(const Event& event, const MaskedPlaces& places, const Expression& mask, const Expression& x,
               const FixContext& context) {
  if (!places.alone || !places.sure) return false;
  const bool known = event.operands[0].only(Kind::kTensor) && event.operands[0].rank.known() &&
                     event.operands[1].only(Kind::kTensor) && event.operands[1].rank.known();
  return known || same_shape(event, mask, x, context);
}

/// `x[mask] = s` for a scalar on the GPU.
std::optional<Proposal> select_stored(const Event& event, const model::Subscript& node, const FixContext& context) {
  const model::Assign* assign = assignment_to(context);
  const Value& stored = event.operands[2];
  if (assign == nullptr || !stored.only(Kind::kTensor) || stored.rank.is(0) != values::Truth::kYes) return std::nullopt;
  if (!is_stable(*node.object) || !is_stable(*node.index) || !same_shape(event, *node.index, *node.object, context))
    return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "select with `torch.where` and copy in place", {}};
  const Code selected = where(fixes::kept(*node.index), fixes::kept(*assign->value), fixes::kept(*node.object));
  proposal.edits.emplace_back(
      fixes::ReplaceStatement{assign, fixes::method(fixes::kept(*node.object), "copy_", {{{}, selected}})});
  return proposal;
}

bool same_element_type(const Value& a, const Value& b) {
  const auto is_one = [](values::Elements e) { return e.bits != 0 && (e.bits & (e.bits - 1)) == 0; };
  return is_one(a.elements) && a.elements == b.elements;
}

/// `x.masked_fill(mask, s)` for a scalar on the GPU.
std::optional<Proposal> select_filled(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  const Expression* x = call == nullptr ? nullptr : receiver_of(*call);
  if (x == nullptr || calls_torch_function(*call, context) || positional_count(*call) != 2 ||
      call->arguments.size() != 2)
    return std::nullopt;
  const Expression& mask = *call->arguments[0].value;
  const Expression& value = *call->arguments[1].value;
  const std::string_view name = callee_name(*call, context.symbols);
  const bool in_place = name == "masked_fill_";
  if ((name != "masked_fill" && !in_place) || !is_stable(mask) || !is_stable(value) || (in_place && !is_stable(*x)))
    return std::nullopt;
  if (!event.operands[2].only(Kind::kTensor) || !same_element_type(event.operands[0], event.operands[2]))
    return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "select with `torch.where`", {}};
  const Code selected = where(fixes::kept(mask), fixes::kept(value), fixes::kept(*x));
  proposal.edits.emplace_back(
      fixes::Replace{call, in_place ? fixes::method(fixes::kept(*x), "copy_", {{{}, selected}}) : selected});
  return proposal;
}

/// The mask with as many dimensions as `x`, however many it has: with ones behind its own.
std::optional<Code> stretched_over(const Expression& mask, const Expression& x, const FixContext& context) {
  const auto* inverted = mask.get_if<model::Unary>();
  const Expression& plain = inverted == nullptr ? mask : *inverted->operand;
  if (context.module.language != model::Language::kPython ||
      (plain.kind != ExpressionKind::kName && plain.kind != ExpressionKind::kAttribute))
    return std::nullopt;
  const std::string missing =
      "(" + std::string(text_of(x, context)) + ".ndim - " + std::string(text_of(plain, context)) + ".ndim)";
  const Code ones = fixes::binary(fixes::tuple({fixes::number("1")}), "*", fixes::name(missing));
  const Code shape = fixes::binary(fixes::attribute(fixes::kept(plain), "shape"), "+", ones);
  return fixes::method(fixes::kept(mask), "reshape", {{{}, shape}});
}

/// A line before `statement` that gives the stretched mask a name.
Code named_before(const model::Statement& statement, const Expression& mask, Code stretched, Proposal& proposal,
                  const FixContext& context) {
  Code name = fixes::name(fresh_name(mask, "everywhere", context));
  proposal.edits.emplace_back(fixes::InsertBefore{&statement, fixes::assign(name, std::move(stretched))});
  return name;
}

/// The same where nobody knows how many dimensions the two have: the mask gets as many as `x`.
std::optional<Proposal> reduce_stretched(const model::Subscript& node, const MaskedPlaces& places, bool averages,
                                         const FixContext& context) {
  const bool can = places.alone && places.sure && is_stable(*node.object) && is_always_evaluated(context.location);
  auto stretched = can ? stretched_over(*node.index, *node.object, context) : std::nullopt;
  if (!stretched) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, "reduce everything, with zeros where the mask is false", {}};
  const Code mask = named_before(*context.location.statement, *node.index, std::move(*stretched), proposal, context);
  const Code all = where(mask, places.whole, fixes::number("0"));
  if (!averages) {
    proposal.edits.emplace_back(fixes::Replace{&node, all});
    return proposal;
  }
  const Expression* average = context.location.parents[is_method_call(context, "mean") ? 1 : 0];
  const Code count = fixes::method(fixes::method(mask, "expand_as", {{{}, places.whole}}), "sum", {});
  proposal.edits.emplace_back(fixes::Replace{
      average, fixes::call(fixes::library("torch.div"), {{{}, fixes::method(all, "sum", {})}, {{}, count}})});
  return proposal;
}

std::optional<Proposal> reduce_all(const Event& event, const model::Subscript& node, const FixContext& context) {
  const std::optional<MaskedPlaces> places = masked_places(event, node);
  if (!places) return std::nullopt;
  const bool sums = is_method_call(context, "sum") || is_only_argument_of(context, "sum");
  const bool averages = is_method_call(context, "mean") || is_only_argument_of(context, "mean");
  const bool same = places->alone && same_shape(event, *node.index, *node.object, context);
  const Code all = where(places->mask, places->whole, fixes::number("0"));
  const bool can_sum = sums && lies_over(event, *places, *node.index, *node.object, context);
  if (!can_sum && (!averages || !same || !is_stable(*node.index))) {
    auto stretched = sums || averages ? reduce_stretched(node, *places, averages, context) : std::nullopt;
    return stretched ? std::move(*stretched) : selected_in_words(*node.object, *node.index, context);
  }
  Proposal proposal{same ? Applicability::kUnsafe : Applicability::kSuggestion,
                    "reduce everything, with zeros where the mask is false",
                    {}};
  if (sums) {
    proposal.edits.emplace_back(fixes::Replace{&node, all});
    return proposal;
  }
  const Expression* average = context.location.parents[is_method_call(context, "mean") ? 1 : 0];
  proposal.edits.emplace_back(fixes::Replace{
      average, fixes::call(fixes::library("torch.div"), {{{}, fixes::method(all, "sum", {})},
                                                         {{}, fixes::method(fixes::kept(*node.index), "sum", {})}})});
  return proposal;
}

/// `x[:, None]`, `x[:1]` and a mean with `keepdim` may be stretched along what the mask selects.
bool is_stretched(const Expression& value, const model::SymbolTable& symbols) {
  const auto* all = value.get_if<model::Call>();
  bool stretched = all != nullptr && callee_name(*all, symbols) == "unsqueeze";
  model::walk(value, [&](const Expression& part) {
    const auto* constant = part.get_if<model::Constant>();
    const auto* slice = part.get_if<model::Slice>();
    const auto* call = part.get_if<model::Call>();
    stretched = stretched || (constant != nullptr && constant->constant == model::ConstantKind::kNone) ||
                (slice != nullptr && (slice->start != nullptr || slice->stop != nullptr)) ||
                (call != nullptr && keyword_argument(*call, "keepdim", symbols) != nullptr);
  });
  return stretched;
}

Code put_in(const MaskedPlaces& places, Code values) {
  return fixes::method(places.whole, "masked_scatter_", {{{}, places.mask}, {{}, std::move(values)}});
}

constexpr std::string_view kEverywhere = "compute it everywhere, and select with `torch.where`";
constexpr std::string_view kPutIn =
    "put the values in where the mask is true, as many as that is, with `masked_scatter_` (of one element type)";

/// The value has a row for each place where the mask is true.
bool is_packed(const Event& event, const Expression& value, const FixContext& context) {
  const Value* known = context.view.observation().value_of(value);
  const values::Rank& object = event.operands[0].rank;
  const values::Rank& mask = event.operands[1].rank;
  return known != nullptr && known->only(Kind::kTensor) && known->rank.known() && object.known() && mask.known() &&
         known->rank.least == 1 + object.least - mask.least && same_element_type(event.operands[0], *known);
}

/// Each tensor of which `value` selects a part by the mask has the shape of `x`.
bool selects_alike(const Event& event, const Expression& value, const model::Subscript& node,
                   const FixContext& context) {
  bool alike = true;
  model::walk(value, [&](const Expression& part) {
    const auto* selected = part.get_if<model::Subscript>();
    if (selected == nullptr || text_of(*selected->index, context) != text_of(*node.index, context)) return;
    const Value* object = context.view.observation().value_of(*selected->object);
    const bool same_tensor = text_of(*selected->object, context) == text_of(*node.object, context);
    alike =
        alike && (same_tensor || (object != nullptr && object->rank.known() && object->rank == event.operands[0].rank));
  });
  return alike;
}

/// `x[mask] = value`, where the value may be as long as the mask has places.
std::optional<Proposal> show_stored(const Event& event, const model::Subscript& node, const FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  const auto places = masked_places(event, node);
  const bool stores = assign != nullptr && assign->targets.size() == 1 && assign->targets.front() == &node &&
                      assign->value != nullptr && assign->annotation == nullptr;
  if (!places || !stores || !is_stable(*node.object)) return std::nullopt;
  const std::optional<Code> unmasked = without_mask(*assign->value, node, places->mask, context);
  const bool one_call = node.range.contains(assign->value->range);  // C++: `x.index_put_({mask}, v)` does both
  const bool over = !one_call && lies_over(event, *places, *node.index, *node.object, context);
  if (over && unmasked && same_shape(event, *node.index, *node.object, context) &&
      selects_alike(event, *assign->value, node, context)) {
    return shown(std::string(kEverywhere),
                 fixes::ReplaceStatement{assign, fixes::method(places->whole, "copy_",
                                                               {{{}, where(places->mask, *unmasked, places->whole)}})});
  }
  const auto stretched = !one_call && places->alone && places->sure && unmasked
                             ? stretched_over(*node.index, *node.object, context)
                             : std::nullopt;
  if (stretched) {
    Proposal proposal{Applicability::kSuggestion, std::string(kEverywhere), {}};
    const bool once = is_fine_everywhere(*assign->value, node, context);
    const Code mask = once ? *stretched : named_before(*assign, *node.index, *stretched, proposal, context);
    const Code all = where(mask, *without_mask(*assign->value, node, mask, context), places->whole);
    proposal.edits.emplace_back(fixes::ReplaceStatement{assign, fixes::method(places->whole, "copy_", {{{}, all}})});
    return proposal;
  }
  if (over && !unmasked && !is_stretched(*assign->value, context.symbols) && is_packed(event, *assign->value, context))
    return shown(std::string(kPutIn), fixes::ReplaceStatement{assign, put_in(*places, fixes::kept(*assign->value))});
  return stored_in_words(*node.object, *node.index, context);
}

std::string_view spelling_of(model::BinaryOperator operation) {
  switch (operation) {
    case model::BinaryOperator::kAdd:
      return "+";
    case model::BinaryOperator::kSubtract:
      return "-";
    case model::BinaryOperator::kMultiply:
      return "*";
    case model::BinaryOperator::kDivide:
      return "/";
    default:
      return {};
  }
}

/// `x.copy_(torch.where(mask, x / y, x))` for `x[mask] /= y[mask]`
std::optional<Proposal> updated_everywhere(const Event& event, const model::AugmentedAssign& update,
                                           const model::Subscript& node, const MaskedPlaces& places,
                                           const FixContext& context) {
  const bool over = lies_over(event, places, *node.index, *node.object, context);
  const auto stretched =
      !over && places.alone && places.sure ? stretched_over(*node.index, *node.object, context) : std::nullopt;
  const std::string_view operation = spelling_of(update.operation);
  if ((!over && !stretched) || operation.empty()) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, std::string(kEverywhere), {}};
  const Code mask = stretched ? named_before(update, *node.index, *stretched, proposal, context) : places.mask;
  const bool number = is_python_number(*update.value, context.symbols);
  const bool sums =
      update.operation == model::BinaryOperator::kAdd || update.operation == model::BinaryOperator::kSubtract;
  const bool plain = sums || number || is_without_gradient(context);
  std::optional<Code> operand;
  if (number && over) {
    operand = fixes::kept(*update.value);
  } else if (plain) {
    operand = without_mask(*update.value, node, mask, context);
  } else {
    operand = divisor_without_mask(*update.value, node, mask, context);
  }
  if (!operand || (over && !number && !selects_alike(event, *update.value, node, context))) return std::nullopt;
  // The backward pass needs what was divided as it was.
  const Code divided = plain ? places.whole : where(mask, places.whole, fixes::number("1"));
  const Code computed = fixes::binary(divided, std::string(operation), *operand);
  proposal.edits.emplace_back(fixes::ReplaceStatement{
      &update, fixes::method(places.whole, "copy_", {{{}, where(mask, computed, places.whole)}})});
  return proposal;
}

/// `x[mask] += value`
std::optional<Proposal> show_updated(const Event& event, const model::Subscript& node, const FixContext& context) {
  const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
  const auto places = masked_places(event, node);
  if (update == nullptr || update->target != &node || !places || !is_stable(*node.object)) return std::nullopt;
  if (auto everywhere = updated_everywhere(event, *update, node, *places, context)) return everywhere;
  if (!lies_over(event, *places, *node.index, *node.object, context))
    return stored_in_words(*node.object, *node.index, context);
  const bool adds =
      update->operation == model::BinaryOperator::kAdd || update->operation == model::BinaryOperator::kSubtract;
  if (!adds || is_stretched(*update->value, context.symbols) || !is_packed(event, *update->value, context))
    return stored_in_words(*node.object, *node.index, context);
  const Code zeros = fixes::call(fixes::library("torch.zeros_like"), {{{}, places->whole}});
  Proposal proposal{Applicability::kSuggestion, std::string(kPutIn) + ", zeros elsewhere", {}};
  proposal.edits.emplace_back(fixes::Replace{&node, places->whole});
  proposal.edits.emplace_back(fixes::Replace{
      update->value, fixes::method(zeros, "masked_scatter_", {{{}, places->mask}, {{}, fixes::kept(*update->value)}})});
  return proposal;
}

/// `masked_select(x, mask)`
std::optional<Proposal> show_selected(const FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || positional_count(*call) != call->arguments.size()) return std::nullopt;
  const Expression* x = calls_torch_function(*call, context) ? nullptr : receiver_of(*call);
  std::vector<const Expression*> operands;
  if (x != nullptr) operands.push_back(x);
  for (const model::Argument& argument : call->arguments) operands.push_back(argument.value);
  const std::string_view name = callee_name(*call, context.symbols);
  if (name == "masked_select" && operands.size() == 2) {
    return selected_in_words(*operands[0], *operands[1], context);
  }
  return std::nullopt;
}

/// What is read through a mask in a statement that stores through the same: the rewrite of the statement.
std::optional<Proposal> show_statement(const Event& event, const model::Subscript& node, const FixContext& context) {
  const Expression* target = nullptr;
  const Expression* value = nullptr;
  if (const auto* assign = context.location.statement->get_if<model::Assign>()) {
    target = assign->targets.size() == 1 ? assign->targets.front() : nullptr;
    value = assign->value;
  } else if (const auto* update = context.location.statement->get_if<model::AugmentedAssign>()) {
    target = update->target;
    value = update->value;
  }
  const auto* stored = target == nullptr ? nullptr : target->get_if<model::Subscript>();
  const bool same = stored != nullptr && text_of(*stored->index, context) == text_of(*node.index, context);
  if (!same || (stored != &node && stored->index->kind == model::ExpressionKind::kSequence)) return std::nullopt;
  // What is only put in would be selected by the mask all the same.
  if (stored != &node && (value == nullptr || !without_mask(*value, *stored, fixes::kept(*stored->index), context)))
    return std::nullopt;
  auto assigned = show_stored(event, *stored, context);
  return assigned ? assigned : show_updated(event, *stored, context);
}

/// The mask, if it is one of the parts of the index.
const Expression* mask_of(const Event& event, const model::Subscript& node) {
  const values::IndexParts parts = values::index_parts(event.operands[1]);
  const auto* several = node.index->get_if<model::Sequence>();
  const bool is_tuple = several != nullptr && several->sequence == model::SequenceKind::kTuple;
  if (parts.count != (is_tuple ? several->elements.size() : 1)) return nullptr;
  const auto is_mask = [](const values::IndexPart& part) { return part.kind == values::IndexKind::kDeviceMask; };
  const auto part = std::ranges::find_if(parts, is_mask);
  if (part == parts.end()) return nullptr;
  return is_tuple ? several->elements[static_cast<std::size_t>(part - parts.begin())] : node.index;
}

/// `x[m.byte()]`, of which what is not zero is selected: sums of the mask count something else, and few calls take it.
bool is_of_bytes(const values::Value& index) {
  if (index.only(values::Kind::kTensor)) return index.elements.has(values::Element::kByte);
  return index.aggregate != nullptr && std::ranges::any_of(index.aggregate->elements, is_of_bytes);
}

std::optional<Proposal> propose_alone(const Event& event, const FixContext& context) {
  if (event.kind == EventKind::kCall) {
    auto filled = select_filled(event, context);
    return filled ? filled : show_selected(context);
  }
  const auto* node = context.location.node->get_if<model::Subscript>();
  if (node == nullptr || judge_subscript(event).cause != SubscriptCause::kMask) return std::nullopt;
  if (event.kind == EventKind::kSubscriptLoad) {
    auto whole = show_statement(event, *node, context);
    const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
    const bool is_target = update != nullptr && update->target == node;
    return whole || is_target ? whole : reduce_all(event, *node, context);
  }
  if (auto stored = select_stored(event, *node, context)) return stored;
  if (auto stored = show_stored(event, *node, context)) return stored;
  if (auto updated = show_updated(event, *node, context)) return updated;
  return stored_in_words(*node->object, *node->index, context);
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  // What is on the host is stored there: only another place for the tensor helps.
  const bool is_on_host = event.operands[0].is_cpu_tensor() == values::Truth::kYes;
  if (event.kind == EventKind::kSubscriptStore && is_on_host) return std::nullopt;
  if (event.kind != EventKind::kCall && is_of_bytes(event.operands[1])) return std::nullopt;
  auto proposal = propose_alone(event, context);
  if (proposal && !proposal->edits.empty()) return proposal;
  const auto* node = context.location.node->get_if<model::Subscript>();
  const Expression* mask = node == nullptr ? nullptr : mask_of(event, *node);
  auto once = mask == nullptr ? std::nullopt : places_once(*mask, context);
  return once ? once : or_copied_once(std::move(proposal), event, context);
}

}  // namespace syncfree::rules::mask_select
