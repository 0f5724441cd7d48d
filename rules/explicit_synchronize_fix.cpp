// C++: `cudaDeviceSynchronize()` waits for the current stream alone.
#include "rules/call_match.h"
#include "rules/fix_parts.h"
#include "rules/shown_rewrite.h"

namespace syncfree::rules::explicit_synchronize {

using fixes::Applicability;
using fixes::Proposal;

namespace {

/// `stream.synchronize()` and `event.synchronize()` as a wait of the current stream. Only shown: what the host reads
/// next may be what it waits for.
std::optional<Proposal> wait_on_device(const model::Call& call, const engine::Event& event,
                                       const engine::FixContext& context) {
  const model::Expression* waited = receiver_of(call);
  if (waited == nullptr || event.operation == nullptr || context.module.language != model::Language::kPython)
    return std::nullopt;
  const std::string_view name = event.operation->name;
  const bool of_stream = name.find("Stream.") != std::string_view::npos;
  if (!of_stream && name.find("Event.") == std::string_view::npos) return std::nullopt;
  const fixes::Code current = fixes::call(fixes::library("torch.cuda.current_stream"), {});
  return shown("let the current stream wait, not the host",
               fixes::Replace{&call, fixes::method(current, of_stream ? "wait_stream" : "wait_event",
                                                   {{{}, fixes::kept(*waited)}})});
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || !call->arguments.empty()) return std::nullopt;
  if (called_name(event) == "synchronize") return wait_on_device(*call, event, context);
  if (called_name(event) != "cudaDeviceSynchronize") return std::nullopt;
  const std::optional<fixes::Code> stream = stream_here(context);
  if (!stream) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "wait for the current stream alone", {}};
  proposal.edits.emplace_back(
      fixes::Rename{call->callee, "cudaStreamSynchronize", "cuda_runtime.cudaStreamSynchronize"});
  proposal.edits.emplace_back(fixes::AppendArgument{call, *stream});
  return proposal;
}

}  // namespace syncfree::rules::explicit_synchronize
