// Words for a decision of the host that hangs on a value of the GPU, where no line takes it away.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The test of an `if`, a `while` or a choice in which the finding stands: without the read its truth would wait. Null
/// where it stands in none.
const model::Expression* test_around(const engine::FixContext& context);

/// `tested` is what is decided by: the event's own expression, or one that it stands in.
fixes::Proposal decided_in_words(const model::Expression& tested, const engine::Event& event,
                                 const engine::FixContext& context);

}  // namespace syncfree::rules
