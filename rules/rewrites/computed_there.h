// What is moved to the GPU and was computed on the host from nothing but numbers: it can be computed there.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Of `x = torch.cat([torch.arange(n), m + torch.arange(n)])` and `x.to(device)`: each constructor gets `device=`, and
/// the move goes. Where functions of torch compute it from several constructors or over several lines of the function,
/// and nothing else looks at what they give on the way. Only shown: the last digits may differ.
std::optional<fixes::Proposal> computed_there(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
