// The settings of each file: those of the configuration that is nearest to it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/settings.h"

namespace syncfree::cli {

/// Below the folder that a run's own settings were looked up for, folders may have configurations of their own. What
/// they say of the run as a whole (output-format, fail-on, force-exclude, respect-gitignore, project) counts for nothing.
class FileSettings {
 public:
  /// `settings` must outlive this. They hold for all files if `top` is empty, else for those without a configuration
  /// of their own below `top` (absolute). `command_line` goes before every configuration.
  FileSettings(const Settings& settings, std::filesystem::path top, Options command_line);

  /// `file` is absolute and normal.
  const Settings& of(const std::filesystem::path& file) { return of_folder(file.parent_path()); }

  /// All that `of` has come across, the run's own first.
  std::span<const Settings* const> all() const { return all_; }

  /// One line about the first configuration that is wrong; empty if none is.
  const std::string& fault() const { return fault_; }

 private:
  const Settings& of_folder(const std::filesystem::path& folder);
  const Settings* own(const std::filesystem::path& folder);

  const Settings& run_;
  std::filesystem::path top_;
  Options command_line_;
  std::map<std::filesystem::path, const Settings*> folders_;
  std::vector<std::unique_ptr<Settings>> owned_;
  std::vector<const Settings*> all_;
  std::string fault_;
};

}  // namespace syncfree::cli
