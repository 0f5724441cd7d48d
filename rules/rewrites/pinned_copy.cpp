#include "rules/rewrites/pinned_copy.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/quote.h"
#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/host_source.h"
#include "rules/rewrites/loader_of.h"
#include "rules/rewrites/move_target.h"
#include "rules/rewrites/moved_anywhere.h"
#include "rules/rewrites/observed_value.h"
#include "rules/rewrites/other_callers.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/rewrites/to_gpu.h"
#include "rules/rewrites/views.h"
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
constexpr std::string_view kMadePinned =
    "make it in pinned memory, and do not wait for the copy (better once, outside of the step)";

CodeArgument without_wait() { return {"non_blocking", fixes::boolean(true)}; }

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

/// Not all that copies takes `non_blocking`.
bool may_be_told_not_to_wait(const Call& copy, const FixContext& context) {
  constexpr std::array<std::string_view, 3> kTaking = {"to", "cuda", "copy_"};
  return is_one_of(callee_name(copy, context.symbols), kTaking);
}

Proposal pin_where_it_is_made(const Expression& source, const Call& copy, const FixContext& context) {
  const std::string text = engine::quote(text_of(source, context));
  const bool here = may_be_told_not_to_wait(copy, context);
  const Value* made = value_of(source, context);
  // What a tokenizer gives has tensors, and no method that pins them.
  if (made != nullptr && made->only(values::Kind::kInstance)) {
    return in_words("make `" + text +
                    "` in a DataLoader (its `collate_fn`) with `pin_memory=True`, which pins each tensor in it, and " +
                    (here ? "say `non_blocking=True` here" : "copy it by `.to(…, non_blocking=True)`"));
  }
  return in_words("make `" + text +
                  "` in pinned memory, if it is not there yet (`pin_memory=True` where it is built, or in the "
                  "DataLoader that it comes from), and " +
                  (here ? "say `non_blocking=True` here" : "copy it by `.to(…, non_blocking=True)`") +
                  "; what is on the GPU already cannot be pinned");
}

Proposal asynchronous(std::string_view title, fixes::Edit edit) {
  Proposal proposal{Applicability::kUnsafe, std::string(title), {}};
  proposal.edits.push_back(std::move(edit));
  return proposal;
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
  return moved_from_anywhere(
      *receiver_of(move), event.operands[0], move, known_to_move_to_gpu(move, context), context,
      [&](Code source, CodeArgument waits) {
        if (!converts) return moved_from(std::move(source), move, std::move(waits), context);
        return fixes::method(std::move(source), "to", {{{}, target->device}, std::move(waits)});
      },
      [&](Code copy) {
        return converts ? fixes::method(std::move(copy), "to", {{"dtype", *target->dtype}}) : std::move(copy);
      });
}

/// What a loader of this file gives: pinned there, once for all.
std::optional<Proposal> pinned_by_loader(const Expression& source, const Value& value, const Call& move,
                                         const FixContext& context) {
  const bool is_on_host = value.only(Kind::kTensor) && value.is_cpu_tensor() == values::Truth::kYes;
  const Call* loader = !is_on_host || is_pinned(value) || is_small(&value) ? nullptr : loader_of(source, context);
  if (loader == nullptr) return std::nullopt;
  Proposal proposal = asynchronous("let the DataLoader pin what it gives, and do not wait for the copy",
                                   fixes::SetKeyword{loader, "pin_memory", fixes::boolean(true)});
  proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  return proposal;
}

/// `x.to(device)`, `x.cuda()`
std::optional<Proposal> moved(const Event& event, const Call& move, const FixContext& context) {
  const Expression& source = *receiver_of(move);
  const Value& value = event.operands[0];
  // What is moved and not taken is a module.
  const auto* alone = context.location.statement->get_if<model::ExpressionStatement>();
  if (alone != nullptr && alone->value == &move) return std::nullopt;
  const bool gaps = has_gaps(source, context);
  if (auto loader = gaps ? std::nullopt : pinned_by_loader(source, value, move, context)) return loader;
  if (!is_built_on_host(source, value, context)) {
    auto anywhere = moved_from_wherever(event, move, context);
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, move, context);
  }
  if ((is_pinned(value) && !gaps) || is_small(&value)) {
    const std::string_view title =
        is_small(&value) ? kSmallCopy : "do not wait for the copy (leave the source alone until it has run)";
    return asynchronous(title, fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  }
  const std::optional<Code> to_gpu = asked_whether_to_gpu(known_to_move_to_gpu(move, context), context);
  if (!to_gpu) return pin_where_it_is_made(source, move, context);
  const std::optional<Code> pinned = asynchronous_source(source, value, *to_gpu, context);
  const Call* made = pinned || may_be_scripted(context) ? nullptr : made_in_place(source, context);
  if (made != nullptr && move.arguments.size() == 1) {
    Proposal proposal = asynchronous(kMadePinned, fixes::SetKeyword{made, "pin_memory", *to_gpu});
    proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
    return proposal;
  }
  if (!pinned) {
    auto anywhere = moved_from_wherever(event, move, context);
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, move, context);
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
  if (!is_stable(other)) return pin_where_it_is_made(source, move, context);
  if (!is_built_on_host(source, event.operands[0], context)) {
    auto anywhere = moved_from_anywhere(
        source, event.operands[0], move, fixes::attribute(fixes::kept(other), "is_cuda"), context,
        [&](Code start, CodeArgument waits) {
          return fixes::method(std::move(start), "to",
                               {{{}, fixes::attribute(fixes::kept(other), "device")}, std::move(waits)});
        },
        [&](Code copy) {
          return fixes::method(std::move(copy), "to", {{{}, fixes::attribute(fixes::kept(other), "dtype")}});
        });
    return anywhere ? std::move(*anywhere) : pin_where_it_is_made(source, move, context);
  }
  const Code to_gpu = fixes::attribute(fixes::kept(other), "is_cuda");
  const auto pinned = asynchronous_source(source, event.operands[0], to_gpu, context);
  if (!pinned) return pin_where_it_is_made(source, move, context);
  const Code copy =
      fixes::method(*pinned, "to", {{{}, fixes::attribute(fixes::kept(other), "device")}, without_wait()});
  return asynchronous(
      is_small(&event.operands[0]) ? kSmallCopy : kFromPinned,
      fixes::Replace{&move, fixes::method(copy, "to", {{{}, fixes::attribute(fixes::kept(other), "dtype")}})});
}

/// `x.copy_(source)`
std::optional<Proposal> copied_into(const Call& copy, const FixContext& context) {
  const Expression& source = *copy.arguments.front().value;
  const Value* value = value_of(source, context);
  const Value* into = value_of(*receiver_of(copy), context);
  if (value == nullptr || !is_built_on_host(source, *value, context))
    return pin_where_it_is_made(source, copy, context);
  const bool sure = into != nullptr && into->only(Kind::kTensor) && into->places.within(values::Place::kCuda);
  const bool asks = is_stable(*receiver_of(copy));
  std::optional<Code> known;
  if (asks) known = fixes::attribute(fixes::kept(*receiver_of(copy)), "is_cuda");
  if (sure || is_guarded(context)) known = fixes::boolean(true);
  const std::optional<Code> to_gpu = asked_whether_to_gpu(std::move(known), context);
  const auto pinned = to_gpu ? asynchronous_source(source, *value, *to_gpu, context) : std::nullopt;
  if (!pinned) return pin_where_it_is_made(source, copy, context);
  Proposal proposal{Applicability::kSuggestion, std::string(is_small(value) ? kSmallCopy : kFromPinned), {}};
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

/// The same call without a device: `torch.as_tensor(data, dtype=t)`. Nothing where it says more.
std::optional<Code> made_on_host(const Call& call, std::string_view name, const FixContext& context) {
  Code made =
      fixes::call(fixes::library("torch." + std::string(name)), {{{}, fixes::kept(*call.arguments.front().value)}});
  const Argument* type = keyword_argument(call, "dtype", context.symbols);
  if (type != nullptr) made.arguments.push_back({"dtype", fixes::kept(*type->value)});
  return call.arguments.size() == (type == nullptr ? 2 : 3) ? std::optional(made) : std::nullopt;
}

/// TorchScript's `torch.tensor` takes no `pin_memory`.
Proposal built_for_script(const Value& data, const Call& call, const Argument& device,
                          const std::optional<Code>& to_gpu, const FixContext& context) {
  const auto made = made_on_host(call, "tensor", context);
  if (!to_gpu || !made) return pin_where_it_is_made(*call.arguments.front().value, call, context);
  Proposal proposal = asynchronous(
      kFromPinned, fixes::Replace{&call, fixes::method(pinned_if(*made, *to_gpu), "to",
                                                       {{{}, fixes::kept(*device.value)}, without_wait()})});
  if (data.is_anything()) proposal.applicability = Applicability::kSuggestion;
  return proposal;
}

/// Of what may be an array or a tensor nobody knows whether it can be pinned where it is made.
Proposal built_of_anything(const Value& data, const Call& call, const Argument& device, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  const auto made = made_on_host(call, name, context);
  auto moved = !made || values::may_hold_device_tensor(data)
                   ? std::nullopt
                   : made_and_moved(call, *made, *device.value, known_to_go_to_gpu(*device.value, context), context);
  return moved ? std::move(*moved) : pin_where_it_is_made(*call.arguments.front().value, call, context);
}

std::optional<Proposal> built(const Event& event, const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  const Argument* device = keyword_argument(call, "device", context.symbols);
  if ((name != "tensor" && name != "as_tensor") || device == nullptr || positional_count(call) != 1)
    return std::nullopt;
  // Of data that may be a tensor nobody knows where it is; `tensor` is seldom given one.
  const Value& data = event.operands[0];
  const bool small = is_small(value_of(call, context));
  const bool of_anything =
      may_be_tensor(data) || (name == "as_tensor" && data.is_anything()) || (!small && may_be_array(data));
  if (for_some_caller(*call.arguments.front().value, context, holds_device_tensors)) {
    return of_anything ? std::optional(pin_where_it_is_made(*call.arguments.front().value, call, context))
                       : std::nullopt;
  }
  if (of_anything) return built_of_anything(data, call, *device, context);
  const auto to_gpu = asked_whether_to_gpu(known_to_go_to_gpu(*device->value, context), context);
  if (!small && may_be_scripted(context)) return built_for_script(data, call, *device, to_gpu, context);
  Proposal proposal{Applicability::kUnsafe, std::string(small ? kSmallCopy : kMadePinned), {}};
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
    proposal.edits.emplace_back(fixes::SetKeyword{&call, "pin_memory", *to_gpu});
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
  const Code to_gpu = fixes::attribute(fixes::kept(*like), "is_cuda");
  const bool scripted = may_be_scripted(context);
  if (!small && !scripted) made.arguments.push_back({"pin_memory", to_gpu});
  if (!small && scripted) made = pinned_if(made, to_gpu);
  Proposal proposal = asynchronous(
      small      ? kSmallCopy
      : scripted ? kFromPinned
                 : kMadePinned,
      fixes::Replace{&call, fixes::method(std::move(made), "to",
                                          {{{}, fixes::attribute(fixes::kept(*like), "device")}, without_wait()})});
  if (event.operands[1].is_anything()) proposal.applicability = Applicability::kSuggestion;
  return proposal;
}

}  // namespace

std::optional<Code> copied_there(const Expression& tensor, const Expression& like, const FixContext& context) {
  const Value* value = value_of(tensor, context);
  const bool on_host = value != nullptr && is_built_on_host(tensor, *value, context);
  const auto source =
      !on_host ? std::nullopt
               : asynchronous_source(tensor, *value, fixes::attribute(fixes::kept(like), "is_cuda"), context);
  if (source)
    return fixes::method(*source, "to", {{{}, fixes::attribute(fixes::kept(like), "device")}, without_wait()});
  return named_copied_there(tensor, like, context);
}

Code data_copied_there(const Expression& data, const Expression& like, const FixContext& context, bool of_positions) {
  const bool written_out = data.kind == model::ExpressionKind::kSequence;
  Code made = fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(data)}});
  if (of_positions) made.arguments.push_back({"dtype", fixes::library("torch.long")});
  const Code to_gpu = fixes::attribute(fixes::kept(like), "is_cuda");
  if (!written_out && may_be_scripted(context)) {
    made = pinned_if(made, to_gpu);
  } else if (!written_out) {
    made.arguments.push_back({"pin_memory", to_gpu});
  }
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
