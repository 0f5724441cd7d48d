#include "driver/settings.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

/// The pattern names the file or a folder above it.
bool matches_file(const source::PathPattern& pattern, std::string_view path) {
  if (source::matches(pattern, path, false)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (source::matches(pattern, path.substr(0, slash), true)) return true;
  }
  return false;
}

/// Relative to `root`; nothing for a file elsewhere.
std::optional<std::string> relative_to(const std::filesystem::path& root, const std::filesystem::path& path) {
  std::string relative = path.lexically_relative(root).generic_string();
  if (relative.empty() || relative.starts_with("..")) return std::nullopt;
  return relative;
}

bool is_ignored_in_file(std::string_view code, const std::filesystem::path& path, const Settings& settings) {
  if (settings.file_ignores.empty()) return false;
  const auto relative = relative_to(settings.file_ignores_root, path);
  if (!relative) return false;
  return std::ranges::any_of(settings.file_ignores, [&](const FileIgnore& ignore) {
    const bool names_rule =
        std::ranges::any_of(ignore.prefixes, [&](const std::string& prefix) { return code.starts_with(prefix); });
    return names_rule && matches_file(ignore.pattern, *relative);
  });
}

}  // namespace

Settings default_settings(const std::filesystem::path& folder) {
  Settings settings{.exclude_root = folder, .file_ignores_root = folder, .hot_root = folder};
  for (const engine::RuleInfo& rule : rules::rule_table()) settings.selection.insert(rule.code);
  return settings;
}

bool is_excluded(const std::filesystem::path& path, const Settings& settings) {
  const auto relative = relative_to(settings.exclude_root, path);
  if (!relative) return false;
  return std::ranges::any_of(settings.exclude, [&](const std::string& text) {
    const auto pattern = source::parse_path_pattern(text);
    return pattern && !pattern->negated && matches_file(*pattern, *relative);
  });
}

std::vector<std::string> hot_names(const std::filesystem::path& path, const Settings& settings) {
  std::vector<std::string> names;
  const auto relative = relative_to(settings.hot_root, path);
  if (!relative) return names;
  for (const HotMarker& marker : settings.hot) {
    if (matches_file(marker.files, *relative)) names.push_back(marker.names);
  }
  return names;
}

bool is_selected(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  return settings.selection.contains(finding.code) && !is_ignored_in_file(finding.code, path, settings);
}

bool is_wanted(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  return finding.temperature >= settings.temperature && finding.confidence >= settings.confidence &&
         is_selected(finding, path, settings);
}

}  // namespace syncfree::driver
