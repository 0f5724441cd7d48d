// How bad a finding is.
#pragma once

#include <string_view>

#include "analyzer/engine/finding.h"

namespace syncfree::engine {

/// A warning in the step path, a note elsewhere. Errors: waits whose number the data decide, in the step path (SF307),
/// and anything that makes the capture of a CUDA graph fail, wherever it is (SF605).
Severity severity_of(std::string_view code, Temperature temperature);

}  // namespace syncfree::engine
