// C++: `cudaDeviceSynchronize()` waits for the current stream alone.
#include "rules/call_match.h"
#include "rules/fix_parts.h"

namespace syncfree::rules::explicit_synchronize {

using fixes::Applicability;
using fixes::Proposal;

std::optional<Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  const model::Call* call = plain_call(context);
  if (call == nullptr || called_name(event) != "cudaDeviceSynchronize" || !call->arguments.empty()) return std::nullopt;
  Proposal proposal{Applicability::kUnsafe, "wait for the current stream alone", {}};
  proposal.edits.emplace_back(
      fixes::Rename{call->callee, "cudaStreamSynchronize", "cuda_runtime.cudaStreamSynchronize"});
  proposal.edits.emplace_back(
      fixes::AppendArgument{call, fixes::call(fixes::library("at.cuda.getCurrentCUDAStream"), {})});
  return proposal;
}

}  // namespace syncfree::rules::explicit_synchronize
