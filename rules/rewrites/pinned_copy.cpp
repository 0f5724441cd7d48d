#include "rules/rewrites/pinned_copy.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/loader_of.h"
#include "rules/rewrites/move_target.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Code;
using fixes::CodeArgument;
using fixes::CodeKind;
using fixes::Proposal;
using model::Argument;
using model::Call;
using model::Expression;
using values::Kind;
using values::Value;

namespace {

constexpr std::string_view kFromPinned = "copy from pinned memory, and do not wait";
constexpr std::string_view kSmall = "do not wait for the copy, which is small";
constexpr std::string_view kWhereverItIs =
    "copy what is on the host from pinned memory, and do not wait (better pinned once, where it is made)";
constexpr std::string_view kMadePinned =
    "make it in pinned memory, and do not wait for the copy (better once, outside of the step)";

Code there_is_a_gpu() { return fixes::call(fixes::library("torch.cuda.is_available"), {}); }

CodeArgument without_wait() { return {"non_blocking", fixes::boolean(true)}; }

bool is_small(const Value* value) { return value != nullptr && value->extents.within(values::Extent::kSmall); }

bool is_pinned(const Value& value) { return value.memories.within(values::Memory::kPinned); }

/// What can be pinned: a tensor that surely is on the host, by what was seen of it.
bool is_surely_on_host(const Value& value) {
  return value.only(Kind::kTensor) && value.is_cpu_tensor() == values::Truth::kYes;
}

/// The statement runs only where there is a GPU: `if torch.cuda.is_available():`, `if x.is_cuda:`.
bool is_guarded(const FixContext& context) {
  return std::ranges::any_of(context.location.around, [&](const model::Statement* around) {
    const auto* branch = around->get_if<model::If>();
    if (branch == nullptr || branch->condition->kind == model::ExpressionKind::kUnary) return false;
    const std::string_view condition = text_of(*branch->condition, context);
    const bool asks = condition.ends_with("cuda.is_available()") || condition.ends_with(".is_cuda");
    return asks && std::ranges::any_of(branch->then, [&](const model::Statement* statement) {
             return statement->range.contains(context.location.statement->range);
           });
  });
}

/// Is the copy to `device` one to the GPU: where that is sure, where it is asked of the tensor whose device it is, and
/// where only the machine can say.
Code goes_to_gpu(const Expression& device, const FixContext& context) {
  const Value* known = value_of(device, context);
  const auto* attribute = device.get_if<model::Attribute>();
  const bool is_device = attribute != nullptr && context.symbols.text(attribute->name) == "device";
  const Expression& tensor = is_device ? *attribute->object : device;
  const Value* value = is_device ? value_of(tensor, context) : known;
  const bool of_tensor = value != nullptr && value->only(Kind::kTensor) && is_stable(tensor);
  // A variable that means a device may mean the CPU when somebody else calls.
  const bool says_so = of_tensor || text_of(device, context).find("cuda") != std::string_view::npos;
  if (is_guarded(context) || (says_so && known != nullptr && known->places.within(values::Place::kCuda)))
    return fixes::boolean(true);
  return of_tensor ? fixes::attribute(fixes::kept(tensor), "is_cuda") : there_is_a_gpu();
}

Code moves_to_gpu(const Call& move, const FixContext& context) {
  if (callee_name(move, context.symbols) == "cuda" || is_guarded(context)) return fixes::boolean(true);
  const Argument* device = keyword_argument(move, "device", context.symbols);
  if (device == nullptr && positional_count(move) > 0) device = &move.arguments.front();
  return device == nullptr ? there_is_a_gpu() : goes_to_gpu(*device->value, context);
}

constexpr std::array<std::string_view, 3> kExpanding = {"expand", "expand_as", "broadcast_to"};
constexpr int kMostSteps = 30;

/// Built by functions of torch from numbers and from what is built so, as the function shows.
bool is_made_here(const Expression& tensor, const FixContext& context, int& steps) {
  if (++steps > kMostSteps) return false;
  const auto made = [&](const Expression* part) { return is_made_here(*part, context, steps); };
  const Value* value = value_of(tensor, context);
  if (value != nullptr && (value->only(values::kHostNumber | Kind::kShape | Kind::kDtype) ||
                           (value->only(Kind::kTensor) && value->origin != values::Origin::kUnknown)))
    return true;
  switch (tensor.kind) {
    case model::ExpressionKind::kConstant:
    case model::ExpressionKind::kSlice:
      return true;
    case model::ExpressionKind::kName: {
      const model::Assign* assign = only_assignment(tensor, context);
      return assign != nullptr && made(assign->value);
    }
    case model::ExpressionKind::kUnary:
      return made(tensor.as<model::Unary>().operand);
    case model::ExpressionKind::kBinary:
      return made(tensor.as<model::Binary>().left) && made(tensor.as<model::Binary>().right);
    case model::ExpressionKind::kSubscript:
      return made(tensor.as<model::Subscript>().object);
    case model::ExpressionKind::kCall: {
      const auto& call = tensor.as<Call>();
      const Expression* receiver = calls_torch_function(call, context) ? nullptr : receiver_of(call);
      if (receiver == nullptr ? !calls_torch_function(call, context) : !made(receiver)) return false;
      return std::ranges::all_of(call.arguments, [&](const Argument& argument) { return made(argument.value); });
    }
    default:
      return false;
  }
}

/// `x.expand(3, -1)`: elements lie at one place, so that no copy into pinned memory of the same layout can be made.
bool shares_elements(const Expression& tensor, const FixContext& context) {
  const auto* call = tensor.get_if<Call>();
  return call != nullptr && is_one_of(callee_name(*call, context.symbols), kExpanding);
}

/// What can be pinned: a tensor that is on the host whoever runs this, because this function builds it there or takes
/// it from what a loop goes through. An attribute, a parameter or what a function gives may have been moved before.
bool is_built_on_host(const Expression& tensor, const Value& value, const FixContext& context) {
  int steps = 0;
  return is_surely_on_host(value) && !shares_elements(tensor, context) &&
         ((value.evidence == values::Evidence::kSeen && comes_from_loop(tensor, context)) ||
          is_made_here(tensor, context, steps));
}

/// `move` with another source, and without a wait.
Code moved_from(Code source, const Call& move, CodeArgument waits, const FixContext& context) {
  std::vector<CodeArgument> arguments;
  for (const Argument& argument : move.arguments) {
    const std::string keyword(argument.keyword ? context.symbols.text(argument.keyword) : "");
    if (keyword != "non_blocking") arguments.push_back({keyword, fixes::kept(*argument.value)});
  }
  arguments.push_back(std::move(waits));
  return fixes::method(std::move(source), std::string(callee_name(move, context.symbols)), std::move(arguments));
}

Proposal pin_where_it_is_made(const Expression& source, const FixContext& context) {
  const std::string text = engine::quote(text_of(source, context));
  return in_words("make `" + text +
                  "` in pinned memory (`pin_memory=True` where it is built, or in the DataLoader that it comes from), "
                  "and say `non_blocking=True` here; what is on the GPU already cannot be pinned");
}

Proposal asynchronous(std::string_view title, fixes::Edit edit) {
  Proposal proposal{Applicability::kUnsafe, std::string(title), {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
}

/// What gives the same on either side of a copy: views, copies, and conversions that round alike everywhere.
constexpr std::array<std::string_view, 19> kSameAnywhere = {
    "clone",   "detach", "contiguous", "float",   "double",    "half", "bool",    "long",      "int",      "expand",
    "squeeze", "view",   "reshape",    "flatten", "transpose", "t",    "permute", "unsqueeze", "expand_as"};

/// `x` and what is done to it before it moves, the first call first: `x.clone().detach()`. Nothing where `x` is not
/// surely a tensor.
struct Chain {
  const Expression* start = nullptr;
  std::vector<const Call*> calls;
};

std::optional<Chain> chain_of(const Expression& source, const FixContext& context) {
  Chain chain{&source, {}};
  while (const auto* call = chain.start->get_if<Call>()) {
    const Expression* receiver = receiver_of(*call);
    const bool same = receiver != nullptr && !has_stars(*call) && !calls_torch_function(*call, context) &&
                      is_one_of(callee_name(*call, context.symbols), kSameAnywhere) &&
                      std::ranges::all_of(call->arguments, [&](const Argument& argument) {
                        return does_nothing(*argument.value, context.symbols);
                      });
    if (!same) break;
    chain.calls.push_back(call);
    chain.start = receiver;
  }
  std::ranges::reverse(chain.calls);
  const Value* value = value_of(*chain.start, context);
  // A module is moved by the same words.
  const bool sure = value != nullptr && value->only(Kind::kTensor) && value->evidence != values::Evidence::kGuessed;
  return sure ? std::optional(chain) : std::nullopt;
}

/// Naming it three times costs nothing: `x`, `self.mean`, `batch["x"]`.
bool is_only_named(const Expression& expression, const FixContext& context) {
  if (const auto* attribute = expression.get_if<model::Attribute>()) return is_only_named(*attribute->object, context);
  const auto* part = expression.get_if<model::Subscript>();
  if (part == nullptr) return expression.kind == model::ExpressionKind::kName;
  const model::ExpressionKind kind = part->index->kind;
  const Value* index = value_of(*part->index, context);
  const bool selects = index != nullptr && index->may_be(Kind::kTensor);
  return (kind == model::ExpressionKind::kConstant || (kind == model::ExpressionKind::kName && !selects)) &&
         is_only_named(*part->object, context);
}

/// The statement begins with it: what else the statement does comes later.
bool is_evaluated_first(const Expression& part, const FixContext& context) {
  const model::Statement& statement = *context.location.statement;
  const Expression* value = nullptr;
  if (const auto* assign = statement.get_if<model::Assign>()) value = assign->value;
  if (const auto* leaves = statement.get_if<model::Return>()) value = leaves->value;
  if (const auto* alone = statement.get_if<model::ExpressionStatement>()) value = alone->value;
  return value != nullptr && value->range.begin == part.range.begin && is_always_evaluated(context.location);
}

Code with_calls(Code code, const Chain& chain, const FixContext& context) {
  for (const Call* call : chain.calls) {
    std::vector<CodeArgument> arguments;
    for (const Argument& argument : call->arguments) {
      arguments.push_back(
          {std::string(argument.keyword ? context.symbols.text(argument.keyword) : ""), fixes::kept(*argument.value)});
    }
    code = fixes::method(std::move(code), std::string(callee_name(*call, context.symbols)), std::move(arguments));
  }
  return code;
}

Code pinned_if_on_host(const Code& tensor) {
  const Code can_pin = fixes::binary(fixes::attribute(tensor, "is_cpu"), "and", there_is_a_gpu());
  return fixes::binary(fixes::method(tensor, "pin_memory", {}), "if", fixes::binary(can_pin, "else", tensor));
}

/// A copy to the host would be read before it has arrived.
CodeArgument without_wait_from_host(const Code& tensor) { return {"non_blocking", fixes::attribute(tensor, "is_cpu")}; }

bool may_be_an_object(const Expression& expression, const FixContext& context) {
  const Value* value = value_of(expression, context);
  return value != nullptr && value->entities != nullptr;
}

/// What is on the host goes through pinned memory, and nothing is waited for; what is on the GPU is copied as before.
/// `move` makes the copy of its source, with the argument `non_blocking`; `converted` is what is done to the copy when
/// all that stood before it has been.
template <class Move, class Converted>
std::optional<Proposal> wherever_it_is(const Expression& source, const Value& value, const Call& replaced,
                                       const FixContext& context, Move&& move, Converted&& converted) {
  if (context.module.language != model::Language::kPython || loader_of(source, context) != nullptr) return std::nullopt;
  const auto chain = chain_of(source, context);
  // A batch that may be an object of its own has no `is_cpu`.
  if (!chain || (chain->calls.empty() && may_be_an_object(*chain->start, context))) return std::nullopt;
  Proposal proposal{Applicability::kSuggestion, std::string(is_small(&value) ? kSmall : kWhereverItIs), {}};
  Code start = fixes::kept(*chain->start);
  if (!is_only_named(*chain->start, context)) {
    // What is computed on the way gets a name first.
    if (!is_evaluated_first(*chain->start, context)) return std::nullopt;
    start = fixes::name(fresh_name(*chain->start, "there", context));
    proposal.edits.emplace_back(
        fixes::InsertBefore{context.location.statement, fixes::assign(start, fixes::kept(*chain->start))});
  }
  const Code moved = move(is_small(&value) ? start : pinned_if_on_host(start), without_wait_from_host(start));
  proposal.edits.emplace_back(fixes::Replace{&replaced, converted(with_calls(moved, *chain, context))});
  return proposal;
}

/// What is made of an array of NumPy cannot be pinned where it is made.
bool may_be_array(const Value& value) { return value.may_be(values::Kinds(Kind::kArray) | Kind::kAnything); }

bool may_be_tensor(const Value& value) { return value.may_be(Kind::kTensor) || values::may_hold_device_tensor(value); }

/// The element type of `torch.FloatTensor([…])`; nothing for other names.
std::optional<Code> type_by_name(std::string_view name) {
  if (name == "Tensor") return fixes::call(fixes::library("torch.get_default_dtype"), {});
  if (name == "FloatTensor") return fixes::library("torch.float32");
  if (name == "LongTensor") return fixes::library("torch.int64");
  return std::nullopt;
}

/// `torch.tensor(a)` for a tensor that is made from data: `torch.from_numpy(a)`, `torch.Tensor([…])`,
/// `torch.as_tensor(a, dtype=t)`.
std::optional<Code> made_again(const Expression& tensor, const FixContext& context) {
  const auto* call = tensor.get_if<Call>();
  if (call == nullptr || has_stars(*call) || !calls_torch_function(*call, context) || positional_count(*call) != 1)
    return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  const Expression& data = *call->arguments.front().value;
  const Value* value = value_of(data, context);
  Code again = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(data)}});
  if (value == nullptr || may_be_tensor(*value) || may_be_array(*value)) return std::nullopt;
  if (const auto type = type_by_name(name)) {
    const bool list = value != nullptr && value->only(values::Kinds(Kind::kList) | Kind::kTuple);
    if (!list || call->arguments.size() != 1) return std::nullopt;
    again.arguments.push_back({"dtype", *type});
    return again;
  }
  const bool known = value != nullptr && !value->is_anything();
  if (name != "from_numpy" && name != "tensor" && (name != "as_tensor" || !known)) return std::nullopt;
  if (call->arguments.size() == 1) return again;
  const Argument* type = keyword_argument(*call, "dtype", context.symbols);
  if (call->arguments.size() != 2 || type == nullptr) return std::nullopt;
  again.arguments.push_back({"dtype", fixes::kept(*type->value)});
  return again;
}

/// The call of `torch.tensor` of which `tensor` is a view.
const Call* made_in_place(const Expression& tensor, const FixContext& context) {
  constexpr std::string_view kViews[] = {"view", "unsqueeze", "squeeze"};
  const auto* call = tensor.get_if<Call>();
  if (call == nullptr || has_stars(*call)) return nullptr;
  if (calls_torch_function(*call, context)) {
    const Value* data = call->arguments.empty() ? nullptr : value_of(*call->arguments.front().value, context);
    const bool makes = callee_name(*call, context.symbols) == "tensor" && data != nullptr && !may_be_tensor(*data) &&
                       !may_be_array(*data);
    return makes && keyword_argument(*call, "pin_memory", context.symbols) == nullptr ? call : nullptr;
  }
  const Expression* receiver = receiver_of(*call);
  const bool view = receiver != nullptr && is_one_of(callee_name(*call, context.symbols), kViews);
  return view ? made_in_place(*receiver, context) : nullptr;
}

/// The same of a tensor that may be anywhere.
std::optional<Proposal> moved_from_wherever(const Event& event, const Call& move, const FixContext& context) {
  // A conversion within the copy would come first, on the host, into memory that is not pinned.
  const std::optional<MoveTarget> target = move_target(event, move, context);
  const bool converts = target && target->dtype;
  return wherever_it_is(
      *receiver_of(move), event.operands[0], move, context,
      [&](Code source, CodeArgument waits) {
        if (!converts) return moved_from(std::move(source), move, std::move(waits), context);
        return fixes::method(std::move(source), "to", {{{}, target->device}, std::move(waits)});
      },
      [&](Code copy) {
        return converts ? fixes::method(std::move(copy), "to", {{"dtype", *target->dtype}}) : std::move(copy);
      });
}

/// `x.to(device)`, `x.cuda()`
std::optional<Proposal> moved(const Event& event, const Call& move, const FixContext& context) {
  const Expression& source = *receiver_of(move);
  const Value& value = event.operands[0];
  // What is moved and not taken is a module.
  const auto* alone = context.location.statement->get_if<model::ExpressionStatement>();
  if (alone != nullptr && alone->value == &move) return std::nullopt;
  if (!is_built_on_host(source, value, context)) {
    auto anywhere = moved_from_wherever(event, move, context);
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, context);
  }
  if (is_pinned(value) || is_small(&value)) {
    const std::string_view title =
        is_pinned(value) ? "do not wait for the copy (leave the source alone until it has run)" : kSmall;
    return asynchronous(title, fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  }
  if (const Call* loader = loader_of(source, context)) {
    Proposal proposal = asynchronous("let the DataLoader pin what it gives, and do not wait for the copy",
                                     fixes::SetKeyword{loader, "pin_memory", fixes::boolean(true)});
    proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
    return proposal;
  }
  const Code to_gpu = moves_to_gpu(move, context);
  const std::optional<Code> pinned = asynchronous_source(source, value, to_gpu, context);
  const Call* made = pinned ? nullptr : made_in_place(source, context);
  if (made != nullptr && move.arguments.size() == 1) {
    Proposal proposal = asynchronous(kMadePinned, fixes::SetKeyword{made, "pin_memory", to_gpu});
    proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
    return proposal;
  }
  if (!pinned) {
    auto anywhere = moved_from_wherever(event, move, context);
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, context);
  }
  // A conversion within the copy would come first, on the host, into memory that is not pinned.
  const std::optional<MoveTarget> target = move_target(event, move, context);
  if (target && target->dtype) {
    const Code copy = fixes::method(*pinned, "to", {{{}, target->device}, without_wait()});
    return asynchronous(kFromPinned, fixes::Replace{&move, fixes::method(copy, "to", {{"dtype", *target->dtype}})});
  }
  return asynchronous(kFromPinned, fixes::Replace{&move, moved_from(*pinned, move, without_wait(), context)});
}

/// `x.type_as(other)`
std::optional<Proposal> moved_like(const Event& event, const Call& move, const FixContext& context) {
  const Expression& source = *receiver_of(move);
  const Expression& other = *move.arguments.front().value;
  if (!is_stable(other)) return pin_where_it_is_made(source, context);
  if (!is_built_on_host(source, event.operands[0], context)) {
    auto anywhere = wherever_it_is(
        source, event.operands[0], move, context,
        [&](Code start, CodeArgument waits) {
          return fixes::method(std::move(start), "to",
                               {{{}, fixes::attribute(fixes::kept(other), "device")}, std::move(waits)});
        },
        [&](Code copy) {
          return fixes::method(std::move(copy), "to", {{{}, fixes::attribute(fixes::kept(other), "dtype")}});
        });
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, context);
  }
  const Code to_gpu = fixes::attribute(fixes::kept(other), "is_cuda");
  const auto pinned = asynchronous_source(source, event.operands[0], to_gpu, context);
  if (!pinned) return pin_where_it_is_made(source, context);
  const Code copy =
      fixes::method(*pinned, "to", {{{}, fixes::attribute(fixes::kept(other), "device")}, without_wait()});
  return asynchronous(
      is_small(&event.operands[0]) ? kSmall : kFromPinned,
      fixes::Replace{&move, fixes::method(copy, "to", {{{}, fixes::attribute(fixes::kept(other), "dtype")}})});
}

/// `x.copy_(source)`
std::optional<Proposal> copied_into(const Call& copy, const FixContext& context) {
  const Expression& source = *copy.arguments.front().value;
  const Value* value = value_of(source, context);
  const Value* into = value_of(*receiver_of(copy), context);
  if (value == nullptr || !is_built_on_host(source, *value, context)) return pin_where_it_is_made(source, context);
  const bool sure = into != nullptr && into->only(Kind::kTensor) && into->places.within(values::Place::kCuda);
  const bool asks = is_stable(*receiver_of(copy));
  const Code to_gpu = sure || is_guarded(context) ? fixes::boolean(true)
                      : asks                      ? fixes::attribute(fixes::kept(*receiver_of(copy)), "is_cuda")
                                                  : there_is_a_gpu();
  const std::optional<Code> pinned = asynchronous_source(source, *value, to_gpu, context);
  if (!pinned) return pin_where_it_is_made(source, context);
  Proposal proposal{Applicability::kSuggestion, std::string(is_small(value) ? kSmall : kFromPinned), {}};
  if (!is_small(value) && !is_pinned(*value)) proposal.edits.emplace_back(fixes::Replace{&source, *pinned});
  proposal.edits.emplace_back(fixes::SetKeyword{&copy, "non_blocking", fixes::boolean(true)});
  return proposal;
}

/// `torch.tensor(data, device=d)`, `torch.as_tensor(data, device=d)`
/// A list of tensors on the GPU: each of them is read back, wherever the result goes.
bool holds_device_tensors(const Value& data) {
  if (data.aggregate == nullptr) return false;
  const auto is_there = [](const Value& element) { return values::known(element.is_device_tensor()); };
  return is_there(data.aggregate->rest) || std::ranges::any_of(data.aggregate->elements, is_there);
}

std::optional<Proposal> built(const Event& event, const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  const Argument* device = keyword_argument(call, "device", context.symbols);
  if ((name != "tensor" && name != "as_tensor") || device == nullptr || positional_count(call) != 1)
    return std::nullopt;
  // Of data that may be a tensor nobody knows where it is; `tensor` is seldom given one.
  const Value& data = event.operands[0];
  const bool small = is_small(value_of(call, context));
  if (may_be_tensor(data) || (name == "as_tensor" && data.is_anything()) || (!small && may_be_array(data)))
    return pin_where_it_is_made(*call.arguments.front().value, context);
  if (for_some_caller(*call.arguments.front().value, context, holds_device_tensors)) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, std::string(small ? kSmall : kMadePinned), {}};
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    const std::string_view keyword = argument.keyword ? context.symbols.text(argument.keyword) : std::string_view();
    const bool says_nothing = keyword == "requires_grad" && text_of(*argument.value, context) == "False";
    if (&argument == device || says_nothing) {
      proposal.edits.emplace_back(fixes::RemoveArgument{&call, i});
    } else if (!keyword.empty() && keyword != "dtype") {
      return std::nullopt;
    }
  }
  if (!small) {
    proposal.edits.emplace_back(fixes::SetKeyword{&call, "pin_memory", goes_to_gpu(*device->value, context)});
    if (name != "tensor") proposal.edits.emplace_back(fixes::Rename{call.callee, "tensor", "torch.tensor"});
  }
  proposal.edits.emplace_back(fixes::SelectMember{
      &call, nullptr, "to", std::vector<CodeArgument>{{{}, fixes::kept(*device->value)}, without_wait()}});
  if (data.is_anything()) proposal.applicability = Applicability::kSuggestion;
  return proposal;
}

/// `x.new_tensor(data)`, `x.new(data)`
std::optional<Proposal> built_like(const Event& event, const Call& call, const FixContext& context) {
  const Expression* like = receiver_of(call);
  if (!is_stable(*like) || call.arguments.size() != 1 || positional_count(call) != 1 ||
      may_be_tensor(event.operands[1]))
    return std::nullopt;
  Code made = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(*call.arguments.front().value)},
                                                           {"dtype", fixes::attribute(fixes::kept(*like), "dtype")}});
  const bool small = is_small(value_of(call, context));
  if (!small && may_be_array(event.operands[1])) return std::nullopt;
  if (!small) made.arguments.push_back({"pin_memory", fixes::attribute(fixes::kept(*like), "is_cuda")});
  Proposal proposal = asynchronous(
      small ? kSmall : kMadePinned,
      fixes::Replace{&call, fixes::method(std::move(made), "to",
                                          {{{}, fixes::attribute(fixes::kept(*like), "device")}, without_wait()})});
  if (event.operands[1].is_anything()) proposal.applicability = Applicability::kSuggestion;
  return proposal;
}

}  // namespace

std::optional<Code> asynchronous_source(const Expression& tensor, const Value& value, const Code& to_gpu,
                                        const FixContext& context) {
  if (!is_surely_on_host(value)) return std::nullopt;
  if (is_small(&value) || is_pinned(value)) return fixes::kept(tensor);
  const Code pinned = fixes::method(fixes::kept(tensor), "pin_memory", {});
  if (to_gpu.kind == CodeKind::kTrue) return pinned;
  if (auto again = made_again(tensor, context)) {
    again->arguments.push_back({"pin_memory", to_gpu});
    return again;
  }
  if (!is_stable(tensor)) return std::nullopt;
  return fixes::binary(pinned, "if", fixes::binary(to_gpu, "else", fixes::kept(tensor)));
}

std::optional<Code> copied_there(const Expression& tensor, const Expression& like, const FixContext& context) {
  const Value* value = value_of(tensor, context);
  const bool on_host = value != nullptr && is_built_on_host(tensor, *value, context);
  const auto source =
      !on_host ? std::nullopt
               : asynchronous_source(tensor, *value, fixes::attribute(fixes::kept(like), "is_cuda"), context);
  if (source)
    return fixes::method(*source, "to", {{{}, fixes::attribute(fixes::kept(like), "device")}, without_wait()});
  const auto chain = chain_of(tensor, context);
  if (!chain || !is_only_named(*chain->start, context)) return std::nullopt;
  const Code start = fixes::kept(*chain->start);
  const Code moved =
      fixes::method(pinned_if_on_host(start), "to",
                    {{{}, fixes::attribute(fixes::kept(like), "device")}, without_wait_from_host(start)});
  return with_calls(moved, *chain, context);
}

Code data_copied_there(const Expression& data, const Expression& like, bool of_positions) {
  const bool written_out = data.kind == model::ExpressionKind::kSequence;
  Code made = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(data)}});
  if (of_positions) made.arguments.push_back({"dtype", fixes::library("torch.long")});
  if (!written_out) made.arguments.push_back({"pin_memory", fixes::attribute(fixes::kept(like), "is_cuda")});
  return fixes::method(std::move(made), "to", {{{}, fixes::attribute(fixes::kept(like), "device")}, without_wait()});
}

std::optional<Proposal> through_pinned_memory(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr || moves_module(event) || context.module.language != model::Language::kPython)
    return std::nullopt;
  const std::string_view name = callee_name(*call, context.symbols);
  if (calls_torch_function(*call, context)) return built(event, *call, context);
  if (receiver_of(*call) == nullptr) return std::nullopt;
  if (name == "new_tensor" || name == "new") return built_like(event, *call, context);
  if (name == "to" || name == "cuda")
    return event.operands[0].only(Kind::kTensor) ? moved(event, *call, context) : std::nullopt;
  if (positional_count(*call) != 1 || call->arguments.size() != 1) return std::nullopt;
  if (name == "type_as") return moved_like(event, *call, context);
  return name == "copy_" ? copied_into(*call, context) : std::nullopt;
}

}  // namespace syncfree::rules
