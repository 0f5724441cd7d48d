// How often code runs.
#pragma once

#include <cstdint>

namespace syncfree::context {

/// At the start, after an error or every N steps; now and then; in each step.
enum class Heat : std::uint8_t { kCold, kWarm, kHot };

}  // namespace syncfree::context
