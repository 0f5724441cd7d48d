// What is moved to the GPU and was built before, or by something that takes no `device=`.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// A module that is built under `with torch.device(d):`. Only shown.
std::optional<fixes::Proposal> module_under_device(const engine::Event& event, const engine::FixContext& context);

/// A tensor whose constructor gets `device=`, wherever it stands. Only shown.
std::optional<fixes::Proposal> tensor_built_there(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
