// Which files git ignores, read from a repository's own ignore files.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "analyzer/source/path_pattern.h"

namespace syncfree::source {

/// The nearest folder at or above `path` that holds `.git`; nothing outside a repository. `path` must be absolute.
std::optional<std::filesystem::path> find_repository_root(const std::filesystem::path& path);

/// The patterns that hold in one folder, from the repository's root down to it. Read are `.git/info/exclude` and every
/// `.gitignore` on the way; a user's global ignore file is not, so that all users of a repository see the same files.
/// Outside a repository nothing is ignored. The index is not read: a tracked file that a pattern names counts as
/// ignored.
class IgnoreRules {
 public:
  /// The rules that hold for the entries of `folder` (absolute).
  static IgnoreRules at(const std::filesystem::path& folder);

  /// The same for the folder's subfolder `folder`, which is a new start if it is a repository of its own.
  IgnoreRules inside(const std::filesystem::path& folder) const;

  /// Whether git ignores `path` by a pattern that names it. That a folder above it is ignored is not looked at.
  bool ignores(const std::filesystem::path& path, bool is_folder) const;

 private:
  struct Layer {
    std::filesystem::path folder;  ///< the patterns are relative to it
    std::vector<PathPattern> patterns;
  };

  void add_layer(const std::filesystem::path& folder, const std::filesystem::path& file);

  bool in_repository_ = false;
  std::vector<std::shared_ptr<const Layer>> layers_;  ///< outermost first; the innermost that matches decides
};

}  // namespace syncfree::source
