// SF304: comparisons that answer with a Python bool.
#include "rules/shared/call_match.h"

namespace syncfree::rules::host_comparison {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (is_loop_test(event)) return std::nullopt;
  if (event.kind == engine::EventKind::kContains) {
    return call_match(event, context, "compares on the GPU and reads the answer back as a Python bool",
                      "`(t == value).any()` is a tensor that stays on the GPU");
  }
  if (!is_call_of("SF304", event)) return std::nullopt;
  return call_match(event, context, "compares on the GPU and reads the answer back as a Python bool",
                    "`(a == b).all()` is a tensor that stays on the GPU");
}

}  // namespace syncfree::rules::host_comparison
