// Which folder a project ends at: what a project's own files say leads no further.
#pragma once

#include <filesystem>

namespace syncfree::source {

/// The nearest folder at or above `folder` that is a repository's root. Outside of repositories the outermost one that
/// holds a configuration (pyproject.toml, syncfree-lint.toml); where there is none, `folder` itself.
std::filesystem::path project_root(const std::filesystem::path& folder);

/// Does `path` lie in `folder`, wherever links lead? False where that cannot be found out.
bool leads_into(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace syncfree::source
