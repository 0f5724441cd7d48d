// Copies to the GPU that need not be made, or not each time; what is left of them is not waited for.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The first that can be: what an object keeps is kept on the GPU, what is computed of numbers is computed there, and
/// anything else is copied through pinned memory (pinned_copy.h).
std::optional<fixes::Proposal> avoided_copy(const engine::Event& event, const engine::FixContext& context);

}  // namespace syncfree::rules
