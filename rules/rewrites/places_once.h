// Several waits for the places where one mask is true become one: the places are asked for once, before all of them.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The edits that ask once for where `mask` is true, for the wait at the context's place and all that ask the same in
/// its block: `x[mask]`, `y[mask] = value`, `if mask.any()`, `mask.sum().item()`, `mask.nonzero()`. Nothing where there
/// is no second one, or where the mask may be another one in between.
std::optional<fixes::Proposal> places_once(const model::Expression& mask, const engine::FixContext& context);

/// The same for a wait that may ask for a mask's places: a truth, a read, or `nonzero`.
std::optional<fixes::Proposal> places_once(const engine::FixContext& context);

}  // namespace syncfree::rules
