// Which statements of a function an evaluation came to. Of those behind a test that the arguments decide, and behind
// what never comes back, it says nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/source/text_range.h"

namespace syncfree::inference {

/// By block that was begun, sorted: from where it begins to where the last of its statements that was begun ends.
using ReachedBlocks = std::vector<source::TextRange>;

/// Did the evaluation come to the statement of `body` that holds the place.
bool comes_to(const ReachedBlocks& reached, model::Block body, std::uint32_t place);
/// Is there a statement in `body` that none of the evaluations came to. What only raises an error does not count.
bool leave_out_some(std::span<const ReachedBlocks* const> evaluations, model::Block body);
/// The blocks of which the evaluation did not come to the end, counted in the order of the text.
std::vector<std::uint32_t> blocks_left_out(const ReachedBlocks& reached, model::Block body);

}  // namespace syncfree::inference
