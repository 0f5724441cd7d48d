// Which files matter to a check that is repeated when they change.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/settings.h"
#include "driver/file_settings.h"

namespace syncfree::cli {

/// `arguments` must outlive it.
class WatchedFiles {
 public:
  explicit WatchedFiles(const CheckArguments& arguments);

  /// With all that is below them.
  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  /// Reads the configurations as they are now. Where one is wrong, nothing counts as excluded.
  void read();
  /// Of a file below the folders: it is read, or says what is read. Without what the configurations exclude.
  bool counts(const std::filesystem::path& path) const;
  /// Files wherever they lie: configurations with all that they extend, and the baseline. Some may not be there.
  std::vector<std::filesystem::path> named() const;

 private:
  bool is_excluded(const std::filesystem::path& path) const;

  const CheckArguments& arguments_;
  std::vector<std::string> paths_;
  std::vector<std::filesystem::path> files_;  ///< of the paths
  std::vector<std::filesystem::path> folders_;
  std::vector<std::string> extensions_;
  std::optional<Settings> settings_;
  std::unique_ptr<driver::FileSettings> of_files_;  ///< null: nothing is excluded
};

}  // namespace syncfree::cli
