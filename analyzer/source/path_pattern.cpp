#include "analyzer/source/path_pattern.h"

#include <algorithm>
#include <ranges>
#include <span>

#include <fnmatch.h>

namespace syncfree::source {
namespace {

/// Spaces at the end do not count unless a backslash stands before them.
std::string_view without_trailing_spaces(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
    if (line.size() >= 2 && line[line.size() - 2] == '\\') break;
    line.remove_suffix(1);
  }
  return line;
}

std::vector<std::string> components_of(std::string_view path) {
  std::vector<std::string> components;
  for (const auto part : std::views::split(path, '/')) {
    if (!part.empty()) components.emplace_back(part.begin(), part.end());
  }
  return components;
}

bool component_matches(const std::string& pattern, const std::string& component) {
  return fnmatch(pattern.c_str(), component.c_str(), 0) == 0;
}

bool components_match(std::span<const std::string> patterns, std::span<const std::string> path) {
  if (patterns.empty()) return path.empty();
  if (patterns.front() != "**") {
    return !path.empty() && component_matches(patterns.front(), path.front()) &&
           components_match(patterns.subspan(1), path.subspan(1));
  }
  // At the end, `**` means everything inside, not the folder itself.
  if (patterns.size() == 1) return !path.empty();
  for (std::size_t skipped = 0; skipped <= path.size(); ++skipped) {
    if (components_match(patterns.subspan(1), path.subspan(skipped))) return true;
  }
  return false;
}

}  // namespace

std::optional<PathPattern> parse_path_pattern(std::string_view line) {
  line = without_trailing_spaces(line);
  if (line.empty() || line.front() == '#') return std::nullopt;
  PathPattern pattern;
  if (line.front() == '!') {
    pattern.negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    pattern.folders_only = true;
    line.remove_suffix(1);
  }
  pattern.anchored = line.find('/') != std::string_view::npos;
  pattern.components = components_of(line);
  // `a/**/**/b` says no more than `a/**/b`, but would be tried once for every pair of depths.
  const auto repeated = std::ranges::unique(pattern.components, [](const std::string& left, const std::string& right) {
    return left == "**" && right == "**";
  });
  pattern.components.erase(repeated.begin(), repeated.end());
  if (pattern.components.empty()) return std::nullopt;
  return pattern;
}

bool matches(const PathPattern& pattern, std::string_view path, bool is_folder) {
  if (pattern.folders_only && !is_folder) return false;
  if (!pattern.anchored) {
    const std::string name(path.substr(path.rfind('/') + 1));
    return component_matches(pattern.components.front(), name);
  }
  return components_match(pattern.components, components_of(path));
}

std::optional<bool> last_match(const std::vector<PathPattern>& patterns, std::string_view path, bool is_folder) {
  for (const PathPattern& pattern : patterns | std::views::reverse) {
    if (matches(pattern, path, is_folder)) return !pattern.negated;
  }
  return std::nullopt;
}

}  // namespace syncfree::source
