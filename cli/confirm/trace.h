// Recordings that were made elsewhere, recognised by their contents.
#pragma once

#include <expected>
#include <string>

#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// A folder that `--record` kept, or a file of a profiler. The error is one line.
std::expected<Recording, std::string> read_trace(const std::string& path);

}  // namespace syncfree::confirm
