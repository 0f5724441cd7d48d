// The source is pinned first, so that `non_blocking=True` does what it says.
#include "rules/rewrites/pinned_copy.h"

namespace syncfree::rules::pageable_non_blocking {

std::optional<fixes::Proposal> propose(const engine::Event& event, const engine::FixContext& context) {
  return through_pinned_memory(event, context);
}

}  // namespace syncfree::rules::pageable_non_blocking
