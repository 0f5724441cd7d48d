// `torch.unique` with a result as large as its input, which the host can allocate without knowing the values.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// For `unique` and `unique_consecutive` without `dim`: how their values, inverse and counts are computed in the places
/// of all elements. What is only counted or gone through gets a form of its own. Only shown.
std::optional<fixes::Proposal> distinct_in_all_places(const model::Call& call, const engine::FixContext& context);

}  // namespace syncfree::rules
