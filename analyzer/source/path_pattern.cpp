#include "analyzer/source/path_pattern.h"

#include <algorithm>
#include <ranges>
#include <span>

#include "analyzer/source/glob.h"

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

/// Where nothing fits any more, the last `**` takes one component more; those before it need not be tried again.
bool components_match(std::span<const std::string> patterns, std::span<const std::string> path) {
  std::size_t pattern = 0;
  std::size_t at = 0;
  std::size_t behind_stars = 0;  // 0: there were none yet
  std::size_t stars_end = 0;
  const auto is_stars = [&] { return pattern < patterns.size() && patterns[pattern] == "**"; };
  while (at < path.size()) {
    if (is_stars()) {
      if (++pattern == patterns.size()) return true;  // at the end it means everything inside
      behind_stars = pattern;
      stars_end = at;
    } else if (pattern < patterns.size() && glob_matches(patterns[pattern], path[at])) {
      ++pattern;
      ++at;
    } else if (behind_stars != 0) {
      pattern = behind_stars;
      at = ++stars_end;
    } else {
      return false;
    }
  }
  // `**` may stand for nothing, but at the end it means what is inside, not the folder itself.
  while (is_stars() && pattern + 1 < patterns.size()) ++pattern;
  return pattern == patterns.size();
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
    return glob_matches(pattern.components.front(), name);
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
