// Summaries of files as bytes, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "driver/file_summary.h"

namespace syncfree::driver {

std::string encode_summary(const FileSummary& summary);

/// Nothing if the bytes are no summary, name a rule that is not there, or a file that is not below `files`.
std::optional<FileSummary> decode_summary(std::string_view bytes, std::uint32_t files);

}  // namespace syncfree::driver
