// A loop that asks in each round where a row of a mask is true: how often each row is true is asked once, before it.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `for i in range(n): y = x[mask[i]]`: the edits that count the rows of `mask` before the loop, so that `i`'s places
/// have a size that the host knows. Nothing where the mask may change in the loop.
std::optional<fixes::Proposal> rows_counted_once(const engine::Event& event, const engine::FixContext& context);

/// `for i in (mask.sum(dim=(1, 2)) > 0).nonzero(): … torch.where(mask[i[0]])`: the same where the counts decide which
/// rows are gone through. The edits are those of every wait of the loop that goes with them.
std::optional<fixes::Proposal> rows_with_any_counted_once(const engine::FixContext& context);

}  // namespace syncfree::rules
