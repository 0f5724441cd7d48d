// What holds for a run, from the configuration and the command line together.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/engine/rule.h"
#include "analyzer/engine/selection.h"
#include "analyzer/source/path_pattern.h"
#include "cli/configuration.h"
#include "cli/options.h"

namespace syncfree::cli {

struct FileIgnore {
  std::string text;  ///< the pattern as written
  source::PathPattern pattern;
  std::vector<std::string> prefixes;  ///< of codes
};

/// Functions that the user says run in each step.
struct HotMarker {
  std::string text;  ///< as written
  source::PathPattern files;
  std::string names;  ///< a pattern of the shell for qualified names; `*` goes over dots
};

struct Settings {
  std::optional<std::filesystem::path> configuration_file;
  engine::Selection selection;
  engine::Temperature temperature = engine::Temperature::kWarm;
  engine::Confidence confidence = engine::Confidence::kLikely;
  engine::Severity fail_on = engine::Severity::kNote;
  OutputFormat output_format = OutputFormat::kText;
  Sort sort = Sort::kUsual;
  std::vector<std::string> exclude;
  std::filesystem::path exclude_root;  ///< the patterns of `exclude` are relative to it
  bool force_exclude = false;
  bool respect_gitignore = true;
  bool project = true;
  std::vector<FileIgnore> file_ignores;
  std::filesystem::path file_ignores_root;
  std::vector<HotMarker> hot;
  std::filesystem::path hot_root;
  std::vector<std::string> blocks;
  std::vector<AssumedDevice> devices;
  std::vector<std::string> src;    ///< folders from which modules are imported
  std::filesystem::path src_root;  ///< they are relative to it, and hold for the files in it
};

/// The command line goes before the configuration; rules are selected in layers (engine/selection.h). Patterns are
/// relative to the configuration's folder or to `working_directory`, wherever they are written. The error is one line.
std::expected<Settings, std::string> make_settings(std::span<const engine::RuleInfo> rules,
                                                   const std::optional<Configuration>& configuration,
                                                   const Options& command_line,
                                                   const std::filesystem::path& working_directory);

/// The same with the configuration that holds for `paths`: the file `config`, none if `isolated`, else the nearest.
std::expected<Settings, std::string> find_settings(const std::optional<std::string>& config, bool isolated,
                                                   const Options& command_line, std::span<const std::string> paths);

/// Whether a finding is wanted, by its rule and the ignores of its file (`path` is absolute), whatever its levels.
bool is_selected(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings);

/// Whether a finding is wanted, by its rule, its levels, and the ignores of its file (`path` is absolute).
bool is_wanted(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings);

/// Whether the excludes name a file (`path` is absolute), or a folder above it.
bool is_excluded(const std::filesystem::path& path, const Settings& settings);

/// The patterns of function names that are hot in a file.
std::vector<std::string> hot_names(const std::filesystem::path& path, const Settings& settings);

/// As a syncfree-lint.toml that says the same.
std::string settings_text(const Settings& settings, std::span<const engine::RuleInfo> rules);

}  // namespace syncfree::cli
