// Shell patterns: `*`, `?`, `[a-z]`, `[!a]`, `[[:alpha:]]`, and a backslash before a character that stands for itself.
#pragma once

#include <string_view>

namespace syncfree::source {

/// The whole of `text`, byte by byte; a '/' is a character like any other. A '[' without its ']' stands for itself.
bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace syncfree::source
