// SF605: waits while a CUDA graph is captured.
#include "analyzer/engine/rule.h"
#include "rules/shared/call_match.h"
#include "rules/shared/words.h"

namespace syncfree::rules::sync_in_capture {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (!event.captured) return std::nullopt;
  // The runtime's asynchronous copies become a part of the graph, whatever memory they are of.
  if (called_name(event).ends_with("Async")) return std::nullopt;
  engine::Match match;
  match.message = quoted(context) + " waits for the GPU while a CUDA graph is captured, so the capture fails";
  match.hint = "move it before the capture or after the replay, or keep the value on the GPU";
  return match;
}

}  // namespace syncfree::rules::sync_in_capture
