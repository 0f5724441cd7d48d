// The current stream waits in place of the host; in C++ `cudaDeviceSynchronize()` waits for the current stream alone.
#include <algorithm>
#include <array>

#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

namespace syncfree::rules::explicit_synchronize {

using fixes::Applicability;
using fixes::Proposal;

namespace {

/// `stream.synchronize()` and `event.synchronize()`: what the host reads next may be what it waits for.
std::optional<Proposal> wait_on_device(const model::Call& call, const engine::Event& event,
                                       const engine::FixContext& context) {
  const model::Expression* waited = receiver_of(call);
  if (waited == nullptr || event.operation == nullptr || context.module.language != model::Language::kPython)
    return std::nullopt;
  const std::string_view name = event.operation->name;
  const bool of_stream = name.find("Stream.") != std::string_view::npos;
  if (!of_stream && name.find("Event.") == std::string_view::npos) return std::nullopt;
  return in_words(
      "where the host reads nothing that it waits for here, let the current stream wait in its place: "
      "`torch.cuda.current_stream()." +
      std::string(of_stream ? "wait_stream(" : "wait_event(") + std::string(text_of(*waited, context)) +
      ")`; otherwise wait where the result is read");
}

enum class Added : std::uint8_t { kStream, kEvent };

struct Form {
  std::string_view name;
  std::string_view instead;
  Added added;  ///< in front of what is given
  std::string_view title;
};

constexpr std::string_view kRecord = "record an event here, and wait for it where the result is needed";
constexpr std::string_view kStreamWaits = "let a stream wait, not the host";
constexpr std::string_view kOneStream = "wait for one stream, not for all that the device has to do";
constexpr std::array<Form, 6> kForms = {{{"cudaEventSynchronize", "cudaStreamWaitEvent", Added::kStream, kStreamWaits},
                                         {"cudaStreamSynchronize", "cudaEventRecord", Added::kEvent, kRecord},
                                         {"cuStreamSynchronize", "cuEventRecord", Added::kEvent, kRecord},
                                         {"cuEventSynchronize", "cuStreamWaitEvent", Added::kStream, kStreamWaits},
                                         {"cudaDeviceSynchronize", "cudaStreamSynchronize", Added::kStream, kOneStream},
                                         {"cuCtxSynchronize", "cuStreamSynchronize", Added::kStream, kOneStream}}};

/// C++, by hand: which stream or event it is, whoever wrote the code knows.
std::optional<Proposal> shown_in_cxx(const model::Call& call, const engine::Event& event,
                                     const engine::FixContext& context) {
  const auto* form = std::ranges::find(kForms, called_name(event), &Form::name);
  if (form == kForms.end() || call.arguments.size() > 1) return std::nullopt;
  const std::optional<fixes::Code> stream = form->added == Added::kStream ? stream_here(context) : std::nullopt;
  // With another stream or event than the host's wait, only whoever wrote the code knows that nothing is read too
  // early.
  if (!stream || form->title != kOneStream)
    return in_words(std::string(form->title) + ": `" + std::string(form->instead) + "`");
  Proposal proposal = shown(std::string(form->title), renamed(call, event, form->instead));
  proposal.waits_left = fixes::WaitsLeft::kNarrower;
  proposal.edits.emplace_back(fixes::AppendArgument{&call, *stream});
  return proposal;
}

}  // namespace

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr) return std::nullopt;
  if (called_name(event) == "synchronize" && call->arguments.empty()) return wait_on_device(*call, event, context);
  const std::optional<fixes::Code> stream = stream_here(context);
  if (called_name(event) != "cudaDeviceSynchronize" || !call->arguments.empty() || !stream)
    return shown_in_cxx(*call, event, context);
  Proposal proposal{Applicability::kUnsafe, "wait for the current stream alone", {}};
  proposal.waits_left = fixes::WaitsLeft::kNarrower;
  proposal.edits.push_back(renamed(*call, event, "cudaStreamSynchronize"));
  proposal.edits.emplace_back(fixes::AppendArgument{call, *stream});
  return proposal;
}

}  // namespace syncfree::rules::explicit_synchronize
