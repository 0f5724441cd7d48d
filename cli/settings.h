// The settings of a run, from the configuration and the command line together.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/rule.h"
#include "cli/configuration.h"
#include "cli/options.h"
#include "driver/file_settings.h"
#include "driver/settings.h"

namespace syncfree::cli {

struct Settings {
  std::optional<std::filesystem::path> configuration_file;
  driver::Settings analysis;
  engine::Severity fail_on = engine::Severity::kNote;
  OutputFormat output_format = OutputFormat::kText;
  Sort sort = Sort::kUsual;
};

/// The command line goes before the configuration, and its later layers before the earlier; rules are selected in
/// layers (engine/selection.h). Patterns are relative to the configuration's folder or to `working_directory`, wherever
/// they are written. The error is one line.
std::expected<Settings, std::string> make_settings(std::span<const engine::RuleInfo> rules,
                                                   const std::optional<Configuration>& configuration,
                                                   std::span<const Options> command_line,
                                                   const std::filesystem::path& working_directory);

/// The same with the configuration that holds for `paths`: the file `config`, none if `isolated`, else the nearest.
std::expected<Settings, std::string> find_settings(const std::optional<std::string>& config, bool isolated,
                                                   std::span<const Options> command_line,
                                                   std::span<const std::string> paths);

/// For files and projects with configurations of their own; the command line goes before these, too.
driver::SettingsSource settings_source(std::vector<Options> command_line);

/// As a syncfree-lint.toml that says the same.
std::string settings_text(const Settings& settings, std::span<const engine::RuleInfo> rules);

}  // namespace syncfree::cli
