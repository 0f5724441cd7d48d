// The DataLoader from which a value of the step comes.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The call that builds the DataLoader whose items a loop around the finding goes through, if `value` is such an item
/// or a part of one, also by another name (`image, label = batch`), and the file shows both; null if it does not, if it
/// pins already, or if what it is told is not clear.
const model::Call* loader_of(const model::Expression& value, const engine::FixContext& context);

/// Is `value`, or what it is a part of, bound by a loop around the finding.
bool comes_from_loop(const model::Expression& value, const engine::FixContext& context);

}  // namespace syncfree::rules
