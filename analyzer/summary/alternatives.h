// Waits on all ways that a condition leaves: whatever it says, the call waits.
#pragma once

#include <vector>

#include "analyzer/summary/inner_waits.h"

namespace syncfree::summary {

/// Of waits with the guards of one function: those whose guards say something of its parameters alone, without those
/// that another one implies. Where one waits if a condition holds and one if it does not, they wait in any case.
std::vector<InnerWait> decided(std::vector<InnerWait> waits);

}  // namespace syncfree::summary
