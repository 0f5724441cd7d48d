// One pattern in the syntax of .gitignore, for ignore files and for excludes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::source {

/// `*`, `?` and `[…]` stay within a path component, `**` spans any number of them. A pattern with a '/' before its end
/// is matched against the whole path, any other against the last component.
struct PathPattern {
  std::vector<std::string> components;  ///< "**" stands alone
  bool anchored = false;                ///< matched against the whole path
  bool folders_only = false;            ///< written with a '/' at the end
  bool negated = false;                 ///< written with a '!' in front: takes back an earlier match
};

/// Nothing for a blank line, a comment, or a line that matches nothing.
std::optional<PathPattern> parse_path_pattern(std::string_view line);

/// `path` is relative to where the pattern stands, '/'-separated, without a '/' at either end.
bool matches(const PathPattern& pattern, std::string_view path, bool is_folder);

/// What the last pattern that matches says: true = ignored, false = taken back, nothing = no pattern matches.
std::optional<bool> last_match(const std::vector<PathPattern>& patterns, std::string_view path, bool is_folder);

}  // namespace syncfree::source
