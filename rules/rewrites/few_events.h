// Rewrites that look at all events of a function for each of them.
#pragma once

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// Few enough that each may look at all the others.
inline bool has_few_events(const engine::FixContext& context) {
  constexpr std::size_t kMost = 512;
  return context.view.outcome().events.size() <= kMost;
}

}  // namespace syncfree::rules
