// What building a module does with the GPU when it is built there.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Under `with torch.device(…)` the host would still wait while `made` is built, by the calls in it: weights that are
/// loaded, tensors of host data, single elements that the host stores or reads.
bool waits_when_built_there(const model::Expression& made, const engine::FixContext& context);

/// Its constructors call no class and no function of torch: what it holds was built before, and is given to it.
bool builds_nothing(const values::Value& built, const engine::FixContext& context);

}  // namespace syncfree::rules
