#include "rules/pinned_copy.h"

#include <string>
#include <utility>
#include <vector>

#include "rules/copy_rule.h"
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules {

using engine::Event;
using engine::FixContext;
using fixes::Code;
using fixes::Proposal;
using model::Argument;
using model::Call;
using model::Expression;

namespace {

constexpr std::string_view kFromPinned = "copy from pinned memory, and do not wait";
constexpr std::string_view kMadePinned =
    "make it in pinned memory, and do not wait for the copy (better once, outside of the step)";

std::optional<Proposal> moved(const Call& move, const FixContext& context) {
  const Expression* source = receiver_of(move);
  const std::string_view name = callee_name(move, context.symbols);
  Proposal proposal{fixes::Applicability::kSuggestion, std::string(kFromPinned), {}};
  if (name == "to" || name == "cuda") {
    proposal.edits.emplace_back(fixes::SelectMember{source, &move, "pin_memory", std::vector<fixes::CodeArgument>{}});
    proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
    return proposal;
  }
  if (positional_count(move) != 1 || move.arguments.size() != 1) return std::nullopt;
  const Expression& other = *move.arguments.front().value;
  if (name == "type_as") {
    const Code pinned = fixes::method(fixes::kept(*source), "pin_memory", {});
    return shown(
        std::string(kFromPinned),
        fixes::Replace{
            &move, fixes::method(pinned, "to", {{{}, fixes::kept(other)}, {"non_blocking", fixes::boolean(true)}})});
  }
  if (name != "copy_") return std::nullopt;
  proposal.edits.emplace_back(fixes::Replace{&other, fixes::method(fixes::kept(other), "pin_memory", {})});
  proposal.edits.emplace_back(fixes::SetKeyword{&move, "non_blocking", fixes::boolean(true)});
  return proposal;
}

Code moved_there(Code made, Code device) {
  return fixes::method(std::move(made), "to", {{{}, std::move(device)}, {"non_blocking", fixes::boolean(true)}});
}

/// `torch.tensor(data, device=d)`
std::optional<Proposal> built(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  const Argument* device = keyword_argument(call, "device", context.symbols);
  if ((name != "tensor" && name != "as_tensor") || device == nullptr || positional_count(call) != 1)
    return std::nullopt;
  Code made = fixes::call(fixes::kept(*call.callee), {});
  for (const Argument& argument : call.arguments) {
    const std::string keyword(argument.keyword ? context.symbols.text(argument.keyword) : "");
    if (&argument == device || (keyword == "requires_grad" && text_of(*argument.value, context) == "False")) continue;
    if (!keyword.empty() && keyword != "dtype") return std::nullopt;
    made.arguments.push_back({keyword, fixes::kept(*argument.value)});
  }
  if (name == "tensor") {
    made.arguments.push_back({"pin_memory", fixes::boolean(true)});
  } else {
    made = fixes::method(std::move(made), "pin_memory", {});
  }
  return shown(std::string(kMadePinned),
               fixes::Replace{&call, moved_there(std::move(made), fixes::kept(*device->value))});
}

/// `x.new_tensor(data)`
std::optional<Proposal> built_like(const Call& call, const FixContext& context) {
  const std::string_view name = callee_name(call, context.symbols);
  const Expression* like = receiver_of(call);
  const bool plain = like != nullptr && is_stable(*like) && call.arguments.size() == 1 && positional_count(call) == 1;
  if (!plain || (name != "new_tensor" && name != "new")) return std::nullopt;
  const Code made =
      fixes::call(fixes::library("torch.tensor"), {{{}, fixes::kept(*call.arguments.front().value)},
                                                   {"dtype", fixes::attribute(fixes::kept(*like), "dtype")},
                                                   {"pin_memory", fixes::boolean(true)}});
  return shown(std::string(kMadePinned),
               fixes::Replace{&call, moved_there(made, fixes::attribute(fixes::kept(*like), "device"))});
}

}  // namespace

std::optional<Proposal> through_pinned_memory(const Event& event, const FixContext& context) {
  const Call* call = plain_call(context);
  if (call == nullptr || moves_module(event)) return std::nullopt;
  if (calls_torch_function(*call, context)) return built(*call, context);
  if (receiver_of(*call) == nullptr) return std::nullopt;
  auto proposal = built_like(*call, context);
  return proposal ? proposal : moved(*call, context);
}

}  // namespace syncfree::rules
