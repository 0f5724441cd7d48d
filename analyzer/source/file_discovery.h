// From the paths that a user names to the files that are read.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::source {

/// Folders that are skipped wherever they are found below a named folder, as are all folders whose name starts with a
/// dot: caches, installed packages and environments, never a project's own source.
inline constexpr std::array<std::string_view, 6> kDefaultExcludes = {"__pycache__",  "__pypackages__", "buck-out",
                                                                     "node_modules", "site-packages",  "venv"};

/// A search ends where more than so many files were found, or entries of folders looked at.
struct SearchLimits {
  std::size_t files = std::numeric_limits<std::size_t>::max();
  std::size_t entries = std::numeric_limits<std::size_t>::max();
};

/// What is left out below a folder.
struct Exclusion {
  std::string root;     ///< an absolute folder
  std::string pattern;  ///< relative to it, in the syntax of .gitignore
};

struct DiscoveryOptions {
  /// What is read in folders; a file that is named itself is read whatever it is called.
  std::vector<std::string> extensions = {".py"};
  /// Patterns in the syntax of .gitignore, relative to `exclude_root`.
  std::vector<std::string> excludes;
  /// An absolute folder; empty stands for the working directory.
  std::string exclude_root;
  std::vector<Exclusion> more_excludes;  ///< with roots of their own
  bool default_excludes = true;
  bool respect_gitignore = true;
  /// Excludes and ignore files also hold for the files that are named themselves, and for the folders above named
  /// paths.
  bool force_exclude = false;
  SearchLimits limits;
};

struct DiscoveryProblem {
  std::string path;
  std::string message;  ///< one line, fit to stand after "path: "
  bool fatal = true;    ///< false for what is left out, and said
};

struct Discovery {
  /// Each file once, sorted; relative to the working directory where it lies below it, absolute otherwise.
  std::vector<std::string> files;
  std::vector<DiscoveryProblem> problems;  ///< sorted by path
  bool cut_short = false;                  ///< it came to a limit of the options
};

/// Links to files of the same project (project_root.h) are read. Other links are followed only when they are named
/// themselves, so that no loop can arise and nobody's files are read or written unasked.
Discovery discover_files(std::span<const std::string> paths, const DiscoveryOptions& options);

}  // namespace syncfree::source
