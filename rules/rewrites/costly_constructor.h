// What building a module does with the GPU when it is built there.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Under `with torch.device(…)` the host would still wait while `made` is built, by the calls in it: weights that are
/// loaded, tensors of host data, single elements that the host stores or reads.
bool waits_when_built_there(const model::Expression& made, const engine::FixContext& context);

}  // namespace syncfree::rules
