// Configuration files: `[tool.syncfree-lint]` in pyproject.toml, or syncfree-lint.toml.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"

namespace syncfree::cli {

/// What one file says.
struct ConfigurationLayer {
  std::filesystem::path file;  ///< its folder is what patterns are relative to
  Options options;
};

struct Configuration {
  std::filesystem::path file;
  std::vector<ConfigurationLayer> layers;  ///< what the file extends, the most distant first; then the file itself
};

/// The configuration file in `folder` (absolute) itself: syncfree-lint.toml, else a pyproject.toml with our table.
/// Nothing if there is none. The error is one line that names the file: one that cannot be read, is no TOML, holds
/// unknown keys or values of the wrong kind, or extends a file that does, or itself.
std::expected<std::optional<Configuration>, std::string> configuration_in(const std::filesystem::path& folder);

/// The nearest at or above `folder`.
std::expected<std::optional<Configuration>, std::string> find_configuration(const std::filesystem::path& folder);

/// A file that is named itself.
std::expected<Configuration, std::string> load_configuration(const std::filesystem::path& file);

/// `file` (absolute) and what it extends, one after another, as far as they can be read: the last one may be missing or
/// wrong. Only within the project, unless `file` is named on the command line.
std::vector<std::filesystem::path> extended_files(const std::filesystem::path& file, bool is_named);

}  // namespace syncfree::cli
