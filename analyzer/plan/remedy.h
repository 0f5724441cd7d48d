// The remedies for a wait.
#pragma once

#include "analyzer/plan/plan.h"

namespace syncfree::plan {

/// Not of the source alone, nor of times and copies that go wrong without a wait.
bool speaks_of_wait(const Material& material, const engine::Finding& finding);

/// Fills in what the finding advises: kind, action, remains, advice and caution. `entry.times` is known.
void choose_remedy(const Material& material, Entry& entry);

}  // namespace syncfree::plan
