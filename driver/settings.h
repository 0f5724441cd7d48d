// What an analysis is to look for, and where.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/catalog/torch_version.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/selection.h"
#include "analyzer/source/file_discovery.h"
#include "analyzer/source/path_pattern.h"
#include "driver/environment.h"

namespace syncfree::driver {

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

enum class Device : std::uint8_t { kCuda, kCpu };

/// Tensors of this name are there, if the code does not say where.
struct AssumedDevice {
  std::string name;
  Device device;
};

/// How bad findings of some rules are, in place of what the rules say.
struct RuleSeverity {
  std::string word;    ///< a code, a family or a name, as written
  std::string prefix;  ///< of codes
  engine::Severity severity = engine::Severity::kNote;
};

/// What files that match are held to, in place of what holds elsewhere.
struct Override {
  std::vector<std::string> texts;  ///< the patterns as written
  std::vector<source::PathPattern> files;
  std::filesystem::path root;  ///< they are relative to it
  engine::SelectionStep rules;
  std::optional<engine::Temperature> temperature;
  std::optional<engine::Confidence> confidence;
  std::vector<RuleSeverity> severities;
};

struct Settings {
  engine::Selection selection;
  engine::Temperature temperature = engine::Temperature::kWarm;  ///< the coldest that is reported
  engine::Confidence confidence = engine::Confidence::kLikely;   ///< the weakest that is reported
  std::vector<std::string> exclude;
  std::filesystem::path exclude_root;  ///< the patterns of `exclude` are relative to it
  std::vector<source::Exclusion> extend_exclude;
  bool force_exclude = false;  ///< also for files that are named themselves
  bool respect_gitignore = true;
  bool project = true;                   ///< files are read within their projects
  std::vector<RuleSeverity> severities;  ///< the longest prefix decides; of equal ones the last
  std::vector<Override> overrides;       ///< a later one goes before an earlier
  std::vector<FileIgnore> file_ignores;
  std::filesystem::path file_ignores_root;
  std::vector<HotMarker> hot;
  std::filesystem::path hot_root;
  std::vector<std::string> blocks;  ///< dotted names of functions that wait
  std::vector<AssumedDevice> devices;
  std::vector<std::string> src;                  ///< folders from which modules are imported
  std::filesystem::path src_root;                ///< they are relative to it, and hold for the files in it
  EnvironmentSettings environment;               ///< of the packages that the code imports
  std::vector<std::filesystem::path> summaries;  ///< of libraries, absolute
  catalog::TorchVersion torch_version = catalog::torch_versions().measured;  ///< on which the code runs
};

/// All rules, at the usual levels. Patterns that are added are relative to `folder`.
Settings default_settings(const std::filesystem::path& folder);

/// What a file (`path` is absolute) is held to.
struct Levels {
  engine::Temperature temperature;
  engine::Confidence confidence;
};
Levels levels_of(const std::filesystem::path& path, const Settings& settings);

/// How bad a finding is in its file (`path` is absolute).
engine::Severity severity_of(const engine::Finding& finding, const std::filesystem::path& path,
                             const Settings& settings);

/// Whether a finding is wanted, by its rule and the ignores of its file (`path` is absolute), whatever its levels.
bool is_selected(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings);

/// Whether the code runs often enough for the finding to be reported, or how often it runs is no question.
bool is_warm_enough(const engine::Finding& finding, const Levels& levels);

/// Whether a finding is wanted, by its rule, its levels, and the ignores of its file (`path` is absolute).
bool is_wanted(const engine::Finding& finding, const std::filesystem::path& path, const Settings& settings);

/// Whether the excludes name a file (`path` is absolute), or a folder above it.
bool is_excluded(const std::filesystem::path& path, const Settings& settings);

/// The patterns of function names that are hot in a file.
std::vector<std::string> hot_names(const std::filesystem::path& path, const Settings& settings);

}  // namespace syncfree::driver
