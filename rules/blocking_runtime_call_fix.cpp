// C++: the asynchronous twin on the current stream, for copies whose target the host does not read.
#include <algorithm>
#include <array>

#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::blocking_runtime_call {

using engine::Event;
using engine::FixContext;
using fixes::Applicability;
using fixes::Proposal;

namespace {

struct Twin {
  std::string_view name;
  std::string_view twin;
  std::size_t arguments;
};

constexpr std::array<Twin, 2> kTwins = {
    {{"cudaMemcpy", "cudaMemcpyAsync", 4}, {"cudaMemcpy2D", "cudaMemcpy2DAsync", 7}}};

/// Into host memory the host must wait before it reads: that is not for a tool to leave out.
bool copies_to_host(const model::Call& call, const FixContext& context) {
  const std::string_view kind = text_of(*call.arguments.back().value, context);
  return !kind.ends_with("cudaMemcpyHostToDevice") && !kind.ends_with("cudaMemcpyDeviceToDevice");
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  const auto* twin = std::ranges::find(kTwins, called_name(event), &Twin::name);
  if (call == nullptr || twin == kTwins.end() || call->arguments.size() != twin->arguments) return std::nullopt;
  if (copies_to_host(*call, context)) return std::nullopt;
  const std::optional<fixes::Code> stream = stream_here(context);
  if (!stream) return std::nullopt;
  Proposal proposal{
      Applicability::kUnsafe, "copy on the current stream (from pinned memory, which stays as it is until then)", {}};
  const std::string name(twin->twin);
  proposal.edits.emplace_back(fixes::Rename{call->callee, name, "cuda_runtime." + name});
  proposal.edits.emplace_back(fixes::AppendArgument{call, *stream});
  return proposal;
}

}  // namespace syncfree::rules::blocking_runtime_call
