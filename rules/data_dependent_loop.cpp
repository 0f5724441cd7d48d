// SF307: `while` loops whose test reads the GPU.
#include "rules/shared/call_match.h"

namespace syncfree::rules::data_dependent_loop {

using engine::Event;
using engine::EventKind;

namespace {

/// Reads whose result decides whether the loop goes on. Other waits in a test keep their own rule.
bool is_read(const Event& event) {
  if (event.kind == EventKind::kTruth || event.kind == EventKind::kContains) return true;
  return is_call_of("SF301", event) || is_call_of("SF302", event) || is_call_of("SF303", event) ||
         is_call_of("SF304", event);
}

}  // namespace

std::optional<engine::Match> match(const Event& event, const engine::MatchContext& context) {
  if (!is_loop_test(event) || !is_read(event)) return std::nullopt;
  engine::Match match =
      call_match(event, context, "decides whether the loop goes on, so the host waits in each iteration", {});
  match.hint =
      "run a fixed number of iterations and freeze finished elements with `torch.where`, or test every N iterations";
  return match;
}

}  // namespace syncfree::rules::data_dependent_loop
