#include "driver/settings.h"

#include <algorithm>
#include <optional>
#include <span>
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

bool holds_for(const Override& held, const std::filesystem::path& path) {
  const auto relative = relative_to(held.root, path);
  return relative && std::ranges::any_of(held.files, [&](const source::PathPattern& pattern) {
           return matches_file(pattern, *relative);
         });
}

std::optional<engine::Severity> severity_by(std::span<const RuleSeverity> severities, std::string_view code) {
  const RuleSeverity* best = nullptr;
  for (const RuleSeverity& each : severities) {
    if (!code.starts_with(each.prefix)) continue;
    if (best == nullptr || each.prefix.size() >= best->prefix.size()) best = &each;
  }
  return best == nullptr ? std::nullopt : std::optional(best->severity);
}

}  // namespace

Settings default_settings(const std::filesystem::path& folder) {
  Settings settings{.exclude_root = folder, .file_ignores_root = folder, .hot_root = folder};
  for (const engine::RuleInfo& rule : rules::rule_table()) settings.selection.insert(rule.code);
  return settings;
}

bool is_excluded(const std::filesystem::path& path, const Settings& settings) {
  const auto leaves_out = [&](const std::filesystem::path& root, const std::string& text) {
    const auto relative = relative_to(root, path);
    const auto pattern = source::parse_path_pattern(text);
    return relative && pattern && !pattern->negated && matches_file(*pattern, *relative);
  };
  return std::ranges::any_of(settings.exclude,
                             [&](const std::string& text) { return leaves_out(settings.exclude_root, text); }) ||
         std::ranges::any_of(settings.extend_exclude, [&](const source::Exclusion& exclusion) {
           return leaves_out(exclusion.root, exclusion.pattern);
         });
}

std::vector<std::string> hot_names(const std::filesystem::path& path, const Settings& settings) {
  std::vector<std::string> names;
  if (settings.hot.empty()) return names;
  const auto relative = relative_to(settings.hot_root, path);
  if (!relative) return names;
  for (const HotMarker& marker : settings.hot) {
    if (matches_file(marker.files, *relative)) names.push_back(marker.names);
  }
  return names;
}

Levels levels_of(const std::filesystem::path& path, const Settings& settings) {
  Levels levels{settings.temperature, settings.confidence};
  for (const Override& each : settings.overrides) {
    if (!holds_for(each, path)) continue;
    levels.temperature = each.temperature.value_or(levels.temperature);
    levels.confidence = each.confidence.value_or(levels.confidence);
  }
  return levels;
}

engine::Severity severity_of(const engine::Finding& finding, const std::filesystem::path& path,
                             const Settings& settings) {
  engine::Severity severity = severity_by(settings.severities, finding.code).value_or(finding.severity);
  for (const Override& each : settings.overrides) {
    if (each.severities.empty() || !holds_for(each, path)) continue;
    severity = severity_by(each.severities, finding.code).value_or(severity);
  }
  return severity;
}

bool is_selected(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  bool is_on = settings.selection.contains(finding.code);
  for (const Override& each : settings.overrides) {
    if (holds_for(each, path)) is_on = each.rules.selects(finding.code, is_on);
  }
  return is_on && !is_ignored_in_file(finding.code, path, settings);
}

bool is_warm_enough(const engine::Finding& finding, const Levels& levels) {
  if (finding.temperature >= levels.temperature) return true;
  const engine::RuleInfo* rule = engine::rule_of(finding.code, rules::rule_table());
  return rule != nullptr && rule->at_any_temperature;
}

bool is_wanted(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings) {
  const Levels levels = levels_of(path, settings);
  return is_warm_enough(finding, levels) && finding.confidence >= levels.confidence &&
         is_selected(finding, path, settings);
}

}  // namespace syncfree::driver
