#include "rules/rewrites/built_before.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"
#include "rules/rewrites/costly_constructor.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/move_target.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/rewrites/tensor_maker.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Call;
using model::Expression;
using values::Value;

namespace {

/// The statement before `end`, in the finding's block, that assigns what is written as `target`; nothing if something
/// else binds it in between.
const model::Assign* assigned_before(const Expression& target, const model::Statement& end, const FixContext& context) {
  const model::Block before = before_in(context.location.block, end, context);
  const auto as_assignment = [&](const model::Statement& statement) {
    const auto* assign = statement.get_if<model::Assign>();
    const bool binds = assign != nullptr && assign->targets.size() == 1 && assign->value != nullptr &&
                       text_of(*assign->targets.front(), context) == text_of(target, context);
    return binds ? assign : nullptr;
  };
  if (const auto* name = target.get_if<model::Name>()) {
    const auto bindings = context.bindings.bindings(before, name->name);
    if (bindings.empty() || bindings.back().block.data() != before.data()) return nullptr;
    const model::Statement& last = *bindings.back().statement;
    const std::size_t to_last = before_in(before, last, context).size() + 1;
    return context.bindings.count(before.subspan(to_last), name->name) == 0 ? as_assignment(last) : nullptr;
  }
  for (const model::Statement* statement : before | std::views::reverse) {
    if (const model::Assign* assign = as_assignment(*statement)) return assign;
  }
  return nullptr;
}

Proposal under_device(fixes::Inside inside) {
  Proposal proposal{fixes::Applicability::kSuggestion,
                    "build it on the GPU (other random numbers; what is loaded from files is copied all the same)",
                    {}};
  proposal.edits.emplace_back(std::move(inside));
  return proposal;
}

/// What is loaded, stored or read by the host while it is built would wait there, once for each tensor as before.
Proposal built_once() { return in_words("build it once, outside of the step, and keep it on the GPU"); }

/// `Net().eval()`, but not `net.half()`, which was built before.
bool is_made_by_call(const Expression& expression, const FixContext& context) {
  constexpr std::array<std::string_view, 9> kGiving = {"to",   "cuda",  "half",     "float",         "double",
                                                       "eval", "train", "bfloat16", "requires_grad_"};
  const auto* call = expression.get_if<Call>();
  if (call == nullptr) return false;
  const Expression* receiver = receiver_of(*call);
  const bool gives = receiver != nullptr && is_one_of(callee_name(*call, context.symbols), kGiving);
  return !gives || is_made_by_call(*receiver, context);
}

/// Only its first argument can be a tensor: `torch.stack((y, x))` and `torch.meshgrid(y, x)` take several.
bool takes_one_tensor(const Call& call, const FixContext& context) {
  return positional_count(call) > 0 && std::ranges::all_of(call.arguments.subspan(1), [&](const auto& argument) {
           const Value* value = context.view.observation().value_of(*argument.value);
           return value != nullptr && !value->is_anything() && !value->may_be(values::Kind::kTensor);
         });
}

/// Down calls and subscripts, to what they begin with: a constructor or a name.
const Expression& beginning_of(const Expression& moved, const FixContext& context) {
  if (const auto* subscript = moved.get_if<model::Subscript>()) return beginning_of(*subscript->object, context);
  const auto* call = moved.get_if<Call>();
  if (call == nullptr || has_stars(*call)) return moved;
  const bool shapes =
      calls_torch_function(*call, context) && !makes_tensor(*call, context) && takes_one_tensor(*call, context);
  if (shapes) return beginning_of(*call->arguments.front().value, context);
  if (calls_torch_function(*call, context)) return moved;
  const Expression* receiver = receiver_of(*call);
  return receiver == nullptr ? moved : beginning_of(*receiver, context);
}

/// Something between its construction and `end` looks at it, where it still has to be on the host.
bool is_used_before(const model::Statement& end, const model::Name& name, const model::Assign& made,
                    const FixContext& context) {
  return !context.mentions.names(name.name, {made.range.end, end.range.begin}).empty();
}

/// `t` stands in `t.unsqueeze(0)` once.
bool is_named_once(const Expression& name, const Expression& value, const FixContext& context) {
  int count = 0;
  model::walk(value, [&](const Expression& part) {
    count += part.kind == model::ExpressionKind::kName && text_of(part, context) == text_of(name, context) ? 1 : 0;
  });
  return count == 1;
}

/// The statement of the move stores into parts of it: on the GPU each store may wait.
bool is_filled_there(const model::Name& name, const FixContext& context) {
  const auto stores = [&](const Expression* target) {
    const auto* part = target->get_if<model::Subscript>();
    return part != nullptr && model::is_name(*part->object, name.name);
  };
  const model::Statement& statement = *context.location.statement;
  const auto* assign = statement.get_if<model::Assign>();
  const auto* update = statement.get_if<model::AugmentedAssign>();
  return (assign != nullptr && std::ranges::any_of(assign->targets, stores)) ||
         (update != nullptr && stores(update->target));
}

/// `nn.DataParallel(model)` builds nothing: what it is given stays where it is.
bool only_wraps(const Expression& made, const FixContext& context) {
  constexpr std::array<std::string_view, 5> kWrappers = {"DataParallel", "DistributedDataParallel", "Sequential",
                                                         "ModuleList", "compile"};
  const auto* call = made.get_if<Call>();
  if (call == nullptr || !is_one_of(callee_name(*call, context.symbols), kWrappers)) return false;
  return std::ranges::any_of(call->arguments, [&](const model::Argument& argument) {
    const values::Value* value = context.view.observation().value_of(*argument.value);
    return argument.value->kind != model::ExpressionKind::kCall && value != nullptr &&
           value->may_be(values::Kinds(values::Kind::kInstance) | values::Kind::kLibraryObject |
                         values::Kind::kAnything);
  });
}

/// The constructor behind a name that is moved: of `t = torch.arange(n)` and `t = t.unsqueeze(0)`, where nothing else
/// looks at it.
const Call* maker_before(const Expression& expression, const model::Name& name, const FixContext& context) {
  if (is_filled_there(name, context)) return nullptr;
  const model::Statement* end = context.location.statement;
  for (int steps = 0; steps < 4; ++steps) {
    const model::Assign* assign = assigned_before(expression, *end, context);
    if (assign == nullptr || is_used_before(*end, name, *assign, context)) return nullptr;
    const Expression& begin = beginning_of(*assign->value, context);
    const bool is_changed = begin.kind == model::ExpressionKind::kName &&
                            text_of(begin, context) == text_of(expression, context) &&
                            is_named_once(expression, *assign->value, context);
    if (!is_changed) return tensor_maker(begin, context);
    end = assign;
  }
  return nullptr;
}

}  // namespace

std::optional<Proposal> module_under_device(const Event& event, const FixContext& context) {
  const Call* move = plain_call(context);
  const Expression* receiver = move == nullptr ? nullptr : receiver_of(*move);
  if (receiver == nullptr) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, *move, context);
  // Of what is loaded, or made by what nobody knows, the device around it may be ignored.
  const Value& built = event.operands[0];
  const bool known = built.only(values::Kind::kInstance) && built.evidence != values::Evidence::kGuessed;
  if (!target || !known || built.places != values::Places(values::Place::kCpu)) return std::nullopt;
  const Code device = fixes::call(fixes::library("torch.device"), {{{}, target->device}});
  // The move stays for what is there already (a module among the arguments) and what is always made on the host
  // (`torch.Tensor(3, 4)`); of the rest nothing is left to move.
  const model::Statement* statement = context.location.statement;
  if (const auto* assign = statement->get_if<model::Assign>()) {
    if (assign->targets.size() != 1 || assign->value == nullptr || !is_made_by_call(*receiver, context) ||
        only_wraps(*receiver, context) || builds_nothing(built, context))
      return std::nullopt;
    if (waits_when_built_there(*receiver, context)) return built_once();
    return under_device({assign, device});
  }
  const auto* alone = statement->get_if<model::ExpressionStatement>();
  const model::Assign* made =
      alone == nullptr || alone->value != move ? nullptr : assigned_before(*receiver, *statement, context);
  if (made == nullptr || !is_made_by_call(*made->value, context) || only_wraps(*made->value, context) ||
      builds_nothing(built, context))
    return std::nullopt;
  if (waits_when_built_there(*made->value, context)) return built_once();
  return under_device({made, device});
}

std::optional<Proposal> tensor_built_there(const Event& event, const FixContext& context) {
  const Call* move = plain_call(context);
  const Expression* receiver = move == nullptr ? nullptr : receiver_of(*move);
  if (receiver == nullptr || calls_torch_function(*move, context)) return std::nullopt;
  const std::optional<MoveTarget> target = move_target(event, *move, context);
  if (!target || !target->stable) return std::nullopt;
  const Expression& begin = beginning_of(*receiver, context);
  const Call* made = tensor_maker(begin, context);
  if (const auto* name = begin.get_if<model::Name>(); made == nullptr && name != nullptr)
    made = maker_before(begin, *name, context);
  if (made == nullptr || !is_known_at(target->device, made->range, context)) return std::nullopt;
  Proposal proposal{fixes::Applicability::kSuggestion, "build it on the GPU with `device=`", {}};
  give_device(*made, target->device, context, proposal);
  return drop_move(*move, *target, context, proposal) ? std::optional(std::move(proposal)) : std::nullopt;
}

}  // namespace syncfree::rules
