// SF106: a value of the GPU that was copied to the host and is copied back.
#include "rules/shared/call_match.h"
#include "rules/shared/copy_rule.h"

namespace syncfree::rules::round_trip {

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {
  if (rule_of_copy(event) != "SF106") return std::nullopt;
  engine::Match match =
      call_match(event, context, "copies back to the GPU a value that was just copied from it, and waits again", {});
  match.hint = "keep the value on the GPU: the copy to the host before it can go too";
  return match;
}

}  // namespace syncfree::rules::round_trip
