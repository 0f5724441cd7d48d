// Reads the timeline that the observer writes beside its record (gpu_validation/observer/gpu_trace.cpp).
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "cli/confirm/activity.h"

namespace syncfree::confirm {

/// The error is one line.
std::expected<Activity, std::string> read_activity(std::string_view text);

}  // namespace syncfree::confirm
