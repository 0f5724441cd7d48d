// Summaries as files: JSON with one row a line, in the order of names.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "analyzer/summary/summary.h"

namespace syncfree::summary {

/// Ends with a line end.
std::string to_json(const Summary& summary);

/// The error is one line, fit to stand after "path: ".
std::expected<Summary, std::string> from_json(std::string_view text);

}  // namespace syncfree::summary
