// A sum over what a mask selects becomes a sum over everything, with zeros elsewhere; what is stored or filled through
// a mask is selected on the GPU.
#include <algorithm>
#include <vector>

#include "analyzer/model/walk.h"
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/masked_places.h"
#include "rules/shown_rewrite.h"
#include "rules/subscript_cause.h"

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

Code where(Code mask, Code yes, Code no) {
  return fixes::call(fixes::library("torch.where"), {{{}, std::move(mask)}, {{}, std::move(yes)}, {{}, std::move(no)}});
}

/// `torch.isnan(x)`, `x.isfinite()`.
bool looks_at_each(const model::Call& call, const Expression& x, const FixContext& context) {
  constexpr std::string_view kLooks[] = {"isnan", "isfinite", "isinf", "isposinf", "isneginf", "logical_not"};
  if (!is_one_of(callee_name(call, context.symbols), kLooks)) return false;
  const bool is_function = calls_torch_function(call, context);
  if (call.arguments.size() != (is_function ? 1U : 0U)) return false;
  const Expression* looked_at = is_function ? call.arguments.front().value : receiver_of(call);
  return looked_at != nullptr && text_of(*looked_at, context) == text_of(x, context);
}

/// What a name is bound to, if `x` is not bound anew between that and here.
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

std::optional<Proposal> reduce_all(const Event& event, const model::Subscript& node, const FixContext& context) {
  const std::optional<MaskedPlaces> places = masked_places(event, node);
  if (!places) return std::nullopt;
  const bool sums = is_method_call(context, "sum") || is_only_argument_of(context, "sum");
  const bool averages = is_method_call(context, "mean") || is_only_argument_of(context, "mean");
  const bool same = places->alone && same_shape(event, *node.index, *node.object, context);
  const Code all = where(places->mask, places->whole, fixes::number("0"));
  // An average over what the mask's shape is not known of cannot be said without asking for the tensor's.
  const Value& object = event.operands[0];
  const bool other_shape = object.rank.known() && event.operands[1].rank.known() && !same;
  if (!sums && (!averages || !places->alone || (!same && (other_shape || !is_stable(*node.index))))) {
    return shown(places->sure ? "keep the shape; what follows has to take zeros where the mask is false"
                              : "if it is a mask, keep the shape; what follows has to take zeros where it is false",
                 fixes::Replace{&node, all});
  }
  Proposal proposal{same ? Applicability::kUnsafe : Applicability::kSuggestion,
                    same ? "reduce everything, with zeros where the mask is false"
                         : "reduce everything, with zeros where the mask (of the tensor's shape) is false",
                    {}};
  if (sums) {
    proposal.edits.emplace_back(fixes::Replace{&node, all});
    return proposal;
  }
  if (!is_stable(*node.index)) return std::nullopt;
  const Expression* average = context.location.parents[is_method_call(context, "mean") ? 1 : 0];
  proposal.edits.emplace_back(fixes::Replace{
      average, fixes::call(fixes::library("torch.div"), {{{}, fixes::method(all, "sum", {})},
                                                         {{}, fixes::method(fixes::kept(*node.index), "sum", {})}})});
  return proposal;
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

/// What is selected by the same mask in `value`, `f(y[mask])`, as what it is selected from: `f(y)`. Nothing if the mask
/// is not spoken of.
std::optional<Code> without_mask(const Expression& value, const model::Subscript& node, const FixContext& context) {
  std::vector<fixes::Substitution> selections;
  const auto look = [&](const auto& self, const Expression& part) -> void {
    const auto* selected = part.get_if<model::Subscript>();
    if (selected != nullptr && text_of(*selected->index, context) == text_of(*node.index, context)) {
      selections.push_back({selected, fixes::kept(*selected->object)});
      return;
    }
    model::for_each_child(part, [&](const Expression* child) { self(self, *child); });
  };
  look(look, value);
  if (selections.empty()) return std::nullopt;
  // Of a call nobody knows that it takes each element for itself.
  bool elementwise = true;
  model::walk(value, [&](const Expression& part) {
    elementwise =
        elementwise && (part.kind != model::ExpressionKind::kCall ||
                        std::ranges::any_of(selections, [&](auto& s) { return s.place->range.contains(part.range); }));
  });
  return elementwise ? std::optional(fixes::kept_with(value, std::move(selections))) : std::nullopt;
}

/// `x[:, None]` stretches along what the mask selects.
bool is_stretched(const Expression& value) {
  bool stretched = false;
  model::walk(value, [&](const Expression& part) {
    const auto* constant = part.get_if<model::Constant>();
    stretched = stretched || (constant != nullptr && constant->constant == model::ConstantKind::kNone);
  });
  return stretched;
}

Code put_in(const MaskedPlaces& places, Code values) {
  return fixes::method(places.whole, "masked_scatter_", {{{}, places.mask}, {{}, std::move(values)}});
}

constexpr std::string_view kPutIn =
    "put the values in where the mask is true, as many as that is, with `masked_scatter_` (of one element type)";

/// `x[mask] = value`, where the value may be as long as the mask has places.
std::optional<Proposal> show_stored(const Event& event, const model::Subscript& node, const FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  const auto places = masked_places(event, node);
  const bool stores = assign != nullptr && assign->targets.size() == 1 && assign->targets.front() == &node &&
                      assign->value != nullptr && assign->annotation == nullptr;
  if (!places || !stores || !is_stable(*node.object)) return std::nullopt;
  const std::optional<Code> unmasked = without_mask(*assign->value, node, context);
  const bool one_call = node.range.contains(assign->value->range);  // C++: `x.index_put_({mask}, v)` does both
  if (one_call && (!places->alone || unmasked)) return std::nullopt;
  if (one_call) {
    const Code selected = where(places->mask, fixes::kept(*assign->value), places->whole);
    return shown("select with `torch.where` (mask and value have to have the shape of the tensor)",
                 fixes::Replace{&node, fixes::method(places->whole, "copy_", {{{}, selected}})});
  }
  const bool packed = !unmasked && (!places->alone || mentions(*assign->value, *places->node, context));
  if (packed) {
    if (is_stretched(*assign->value)) return std::nullopt;
    return shown(std::string(kPutIn), fixes::ReplaceStatement{assign, put_in(*places, fixes::kept(*assign->value))});
  }
  const Code value = unmasked ? *unmasked : fixes::kept(*assign->value);
  return shown(
      unmasked ? "compute it everywhere, and select with `torch.where`"
               : "select with `torch.where` (mask and value have to have the shape of the tensor)",
      fixes::ReplaceStatement{assign, fixes::assign(places->whole, where(places->mask, value, places->whole))});
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

/// `x[mask] += value`
std::optional<Proposal> show_updated(const Event& event, const model::Subscript& node, const FixContext& context) {
  const auto* update = context.location.statement->get_if<model::AugmentedAssign>();
  const auto places = masked_places(event, node);
  if (update == nullptr || update->target != &node || !places || !is_stable(*node.object)) return std::nullopt;
  auto unmasked = without_mask(*update->value, node, context);
  if (!unmasked && is_python_number(*update->value, context.symbols)) unmasked = fixes::kept(*update->value);
  if (unmasked) {
    const std::string_view operation = spelling_of(update->operation);
    if (operation.empty()) return std::nullopt;
    const Code computed = fixes::binary(places->whole, std::string(operation), *unmasked);
    return shown(
        "compute it everywhere, and select with `torch.where`",
        fixes::ReplaceStatement{update, fixes::assign(places->whole, where(places->mask, computed, places->whole))});
  }
  const bool adds =
      update->operation == model::BinaryOperator::kAdd || update->operation == model::BinaryOperator::kSubtract;
  if (!adds || is_stretched(*update->value)) return std::nullopt;
  const Code zeros = fixes::call(fixes::library("torch.zeros_like"), {{{}, places->whole}});
  Proposal proposal{Applicability::kSuggestion, std::string(kPutIn) + ", zeros elsewhere", {}};
  proposal.edits.emplace_back(fixes::Replace{&node, places->whole});
  proposal.edits.emplace_back(fixes::Replace{
      update->value, fixes::method(zeros, "masked_scatter_", {{{}, places->mask}, {{}, fixes::kept(*update->value)}})});
  return proposal;
}

/// `a[mask], b = f(…)`: what comes out gets a name, and is put in on the next line.
std::optional<Proposal> show_one_of_several(const Event& event, const model::Subscript& node,
                                            const FixContext& context) {
  const auto* assign = context.location.statement->get_if<model::Assign>();
  const auto places = masked_places(event, node);
  if (assign == nullptr || assign->targets.size() != 1 || !places || !is_stable(*node.object)) return std::nullopt;
  const auto* targets = assign->targets.front()->get_if<model::Sequence>();
  if (targets == nullptr || std::ranges::find(targets->elements, &node) == targets->elements.end()) return std::nullopt;
  const Code values = fixes::name(fresh_name(*node.object, "selected", context));
  Proposal proposal{Applicability::kSuggestion, std::string(kPutIn), {}};
  proposal.edits.emplace_back(fixes::Replace{&node, values});
  proposal.edits.emplace_back(fixes::InsertAfter{assign, put_in(*places, values)});
  return proposal;
}

/// `masked_select(x, mask)` and `x.masked_fill(mask, s)`, whatever is known of the operands.
std::optional<Proposal> show_selected(const FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || positional_count(*call) != call->arguments.size()) return std::nullopt;
  const Expression* x = calls_torch_function(*call, context) ? nullptr : receiver_of(*call);
  std::vector<const Expression*> operands;
  if (x != nullptr) operands.push_back(x);
  for (const model::Argument& argument : call->arguments) operands.push_back(argument.value);
  const std::string_view name = callee_name(*call, context.symbols);
  if (name == "masked_select" && operands.size() == 2) {
    return shown("keep the shape; what follows has to take zeros where the mask is false",
                 fixes::Replace{call, where(fixes::kept(*operands[1]), fixes::kept(*operands[0]), fixes::number("0"))});
  }
  if (name != "masked_fill" || operands.size() != 3) return std::nullopt;
  return shown(
      "select with `torch.where`",
      fixes::Replace{call, where(fixes::kept(*operands[1]), fixes::kept(*operands[2]), fixes::kept(*operands[0]))});
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
  if (stored != &node && (value == nullptr || !without_mask(*value, *stored, context))) return std::nullopt;
  auto assigned = show_stored(event, *stored, context);
  return assigned ? assigned : show_updated(event, *stored, context);
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
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
  return show_one_of_several(event, *node, context);
}

}  // namespace syncfree::rules::mask_select
