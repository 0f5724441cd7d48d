// A copy to the GPU from pinned memory, for which the host does not wait.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// What moves a tensor (`to`, `cuda`, `type_as`, `copy_`) or builds one from host data (`tensor`, `as_tensor`,
/// `new_tensor`), by way of pinned memory. Only shown.
std::optional<fixes::Proposal> through_pinned_memory(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
