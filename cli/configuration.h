// Configuration files: `[tool.syncfree-lint]` in pyproject.toml, or syncfree-lint.toml.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/options.h"

namespace syncfree::cli {

struct Configuration {
  std::filesystem::path file;  ///< its folder is what patterns are relative to
  Options options;
};

/// The configuration file that holds for `folder` (absolute): the nearest at or above it. syncfree-lint.toml goes
/// before a pyproject.toml beside it; a pyproject.toml without our table is passed over. Nothing if there is none. The
/// error is one line that names the file: one that cannot be read, is no TOML, or holds unknown keys or values of the
/// wrong kind.
std::expected<std::optional<Configuration>, std::string> find_configuration(const std::filesystem::path& folder);

/// A file that is named itself.
std::expected<Configuration, std::string> load_configuration(const std::filesystem::path& file);

}  // namespace syncfree::cli
