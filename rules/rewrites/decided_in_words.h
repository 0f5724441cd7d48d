// Words for a decision of the host that hangs on a value of the GPU, where no line takes it away.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `tested` is what is decided by: the event's own expression, or one that it stands in.
fixes::Proposal decided_in_words(const model::Expression& tested, const engine::Event& event,
                                 const engine::FixContext& context);

}  // namespace syncfree::rules
