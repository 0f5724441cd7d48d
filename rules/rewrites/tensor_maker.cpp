#include "rules/rewrites/tensor_maker.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/model/walk.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/observed_value.h"

namespace syncfree::rules {

using engine::FixContext;
using model::Call;
using model::Expression;

namespace {

constexpr std::array<std::string_view, 19> kMakers = {
    "arange",    "zeros",     "ones",         "empty",        "full",       "eye",      "range",
    "rand",      "randn",     "randint",      "randperm",     "linspace",   "logspace", "zeros_like",
    "ones_like", "full_like", "tril_indices", "triu_indices", "hann_window"};

/// One element stands for many somewhere in the chain: the move made an element of each.
bool stands_for_many(const Expression& moved, const FixContext& context) {
  constexpr std::array<std::string_view, 3> kSpreading = {"expand", "expand_as", "broadcast_to"};
  bool found = false;
  model::walk(moved, [&](const Expression& part) {
    const auto* call = part.get_if<Call>();
    found = found || (call != nullptr && is_one_of(callee_name(*call, context.symbols), kSpreading));
  });
  return found;
}

/// Nothing between the place and the finding can give the name another meaning.
bool is_bound_before(const Expression& name, source::TextRange place, const FixContext& context) {
  const model::Function* function = context.location.function;
  const model::Symbol symbol = name.as<model::Name>().name;
  const model::Block body = function == nullptr ? context.module.body : function->body;
  const std::size_t count = context.bindings.count(body, symbol);
  if (count == 0) return true;  // a parameter, or bound around the function
  const auto is_wanted = [&](const model::Parameter& parameter) { return parameter.name == symbol; };
  if (function != nullptr && std::ranges::any_of(function->parameters, is_wanted)) return false;
  const model::Binding* binding = context.bindings.only(body, symbol);
  return binding != nullptr && binding->statement->range.end <= place.begin && holds(binding->block, place, context);
}

/// `torch.Tensor(3, n)`, which takes no GPU as its device.
bool is_legacy(const Call& call, const FixContext& context) {
  const auto* constructor = call.callee->get_if<model::Attribute>();
  const auto is_size = [&](const model::Argument& argument) {
    const values::Value* value = value_of(*argument.value, context);
    return !argument.keyword && value != nullptr && value->only(values::kHostNumber);
  };
  return constructor != nullptr && is_torch(*constructor->object, context) &&
         context.symbols.text(constructor->name) == "Tensor" && !call.arguments.empty() &&
         std::ranges::all_of(call.arguments, is_size);
}

}  // namespace

bool makes_tensor(const Call& call, const FixContext& context) {
  if (!calls_torch_function(call, context)) return false;
  return is_one_of(callee_name(call, context.symbols), kMakers) || is_legacy(call, context);
}

void give_device(const Call& made, const fixes::Code& device, const FixContext& context, fixes::Proposal& proposal) {
  if (is_legacy(made, context)) {
    proposal.edits.emplace_back(fixes::Rename{made.callee, "empty", "torch.empty"});
    proposal.hint = "`torch.Tensor(…)` takes no GPU as its device: build it there with `torch.empty(…, device=…)`";
  }
  proposal.edits.emplace_back(fixes::SetKeyword{&made, "device", device});
}

const Call* tensor_maker(const Expression& expression, const FixContext& context) {
  const auto* call = expression.get_if<Call>();
  if (call == nullptr || has_stars(*call) || !makes_tensor(*call, context)) return nullptr;
  for (const std::string_view keyword : {"device", "generator", "out", "pin_memory", "requires_grad"}) {
    if (keyword_argument(*call, keyword, context.symbols) != nullptr) return nullptr;
  }
  return call;
}

bool drop_move(const Call& move, const MoveTarget& target, const FixContext& context, fixes::Proposal& proposal) {
  const Expression* receiver = receiver_of(move);
  if (stands_for_many(*receiver, context)) {
    // What it gives has memory of its own.
    if (target.dtype || move.arguments.size() > 1) return false;
    proposal.edits.emplace_back(fixes::Rename{move.callee, "clone", "torch.Tensor.clone"});
    if (!move.arguments.empty()) proposal.edits.emplace_back(fixes::RemoveArgument{&move, 0});
    return true;
  }
  const auto* assign = context.location.statement->get_if<model::Assign>();
  const bool is_all = assign != nullptr && assign->value == &move && assign->targets.size() == 1 &&
                      text_of(*assign->targets.front(), context) == text_of(*receiver, context);
  if (!target.dtype && is_all) {
    // `t = t` would be left.
    proposal.edits.emplace_back(fixes::RemoveStatement{assign});
    return true;
  }
  if (!target.dtype) {
    proposal.edits.emplace_back(fixes::Unwrap{&move, receiver});
    return true;
  }
  for (std::size_t i = 0; i < move.arguments.size(); ++i) {
    const model::Argument& argument = move.arguments[i];
    const bool is_device = argument.keyword ? context.symbols.text(argument.keyword) == "device"
                                            : text_of(*argument.value, context).ends_with("device");
    if (!is_device || move.arguments.size() < 2) continue;
    proposal.edits.emplace_back(fixes::RemoveArgument{&move, i});
    return true;
  }
  return false;
}

bool is_known_at(const fixes::Code& code, source::TextRange place, const FixContext& context) {
  bool known = true;
  if (code.kept != nullptr) {
    model::walk(*code.kept, [&](const Expression& part) {
      known = known && (part.kind != model::ExpressionKind::kName || is_bound_before(part, place, context));
    });
  }
  return known &&
         std::ranges::all_of(code.parts, [&](const fixes::Code& part) { return is_known_at(part, place, context); });
}

}  // namespace syncfree::rules
