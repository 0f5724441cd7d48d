// C++: the asynchronous twin on the current stream; for copies that the host reads it is only shown.
#include <algorithm>
#include <array>

#include "rules/rewrites/fix_parts.h"
#include "rules/rewrites/shown_rewrite.h"
#include "rules/shared/call_match.h"

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

constexpr std::array<Twin, 8> kTwins = {{{"cudaMemcpy", "cudaMemcpyAsync", 4},
                                         {"cudaMemcpy2D", "cudaMemcpy2DAsync", 7},
                                         {"cudaMemcpy3D", "cudaMemcpy3DAsync", 1},
                                         {"cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", 5},
                                         {"cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync", 5},
                                         {"cuMemcpyHtoD", "cuMemcpyHtoDAsync", 3},
                                         {"cuMemcpyDtoH", "cuMemcpyDtoHAsync", 3},
                                         {"cuMemcpyDtoD", "cuMemcpyDtoDAsync", 3}}};

/// The copy says by its kind that the host does not read what it writes. Of other copies the host must wait before it
/// reads: that is not for a tool to leave out.
bool stays_on_device(const model::Call& call, const FixContext& context) {
  const std::string_view kind = text_of(*call.arguments.back().value, context);
  return kind.ends_with("cudaMemcpyHostToDevice") || kind.ends_with("cudaMemcpyDeviceToDevice");
}

}  // namespace

std::optional<Proposal> propose(const Event& event, const FixContext& context) {
  const model::Call* call = plain_call(context);
  const auto* twin = std::ranges::find(kTwins, called_name(event), &Twin::name);
  if (call == nullptr || twin == kTwins.end() || call->arguments.size() != twin->arguments) return std::nullopt;
  const std::optional<fixes::Code> stream = stream_here(context);
  if (!stream || !stays_on_device(*call, context))
    return in_words(
        "copy with `" + std::string(twin->twin) +
        "` on the stream of the work around it, between the GPU and pinned memory, and let the host wait for "
        "an event of that stream before it reads or changes that memory");
  Proposal proposal = shown("copy on the current stream (from pinned memory, which stays as it is until then)",
                            renamed(*call, event, twin->twin));
  proposal.edits.emplace_back(fixes::AppendArgument{call, *stream});
  proposal.applicability = Applicability::kUnsafe;
  return proposal;
}

}  // namespace syncfree::rules::blocking_runtime_call
