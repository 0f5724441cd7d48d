// From which contexts calls may get to a wait.
#pragma once

#include <unordered_map>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/inference/fixpoint.h"

namespace syncfree::summary {

/// By context. A call of a method on the own object may be one of any method of that name. `contexts`: by code, one
/// that is evaluated.
std::vector<bool> leading_to_waits(const inference::Analysis& analysis,
                                   const std::vector<std::vector<engine::FoundWait>>& waits,
                                   const std::unordered_map<std::uint32_t, std::uint32_t>& contexts);

}  // namespace syncfree::summary
