// Constants that an object keeps on the host and copies to the GPU in each call.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Of `self.mean.to(x.device)`, where the constructor is all that sets `self.mean`: in an nn.Module it becomes a
/// buffer, which moves with the module once; an object of another class is told in words to move it where it is set.
std::optional<fixes::Proposal> kept_on_gpu(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
