// The settings of each file: those of the folder nearest to it that has its own.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/settings.h"

namespace syncfree::driver {

/// Nothing: the folder has no settings of its own. The error is one line.
using FolderSettings = std::expected<std::optional<Settings>, std::string>;

/// Where settings come from that differ from folder to folder.
struct SettingsSource {
  std::function<FolderSettings(const std::filesystem::path& folder)> in_folder;  ///< `folder` (absolute) itself
  /// As if `paths` alone were analysed.
  std::function<std::expected<Settings, std::string>(std::span<const std::string> paths)> around;
};

/// Below the folder that a run's own settings hold for, folders may have their own. What these say of the run as a
/// whole (force_exclude, respect_gitignore, project) counts for nothing.
class FileSettings {
 public:
  /// `settings` must outlive this. They hold for all files if `top` is empty, else for those that have no settings of
  /// their own from `source` below `top` (absolute).
  FileSettings(const Settings& settings, std::filesystem::path top, SettingsSource source);

  /// `file` is absolute and normal.
  const Settings& of(const std::filesystem::path& file) { return of_folder(file.parent_path()); }
  /// Of all files that lie in the folder itself.
  const Settings& of_folder(const std::filesystem::path& folder);

  /// All that `of` has come across, the run's own first.
  std::span<const Settings* const> all() const { return all_; }

  /// One line about the first configuration that is wrong; empty if none is.
  const std::string& fault() const { return fault_; }

 private:
  const Settings* own(const std::filesystem::path& folder);

  const Settings& run_;
  std::filesystem::path top_;
  SettingsSource source_;
  std::map<std::filesystem::path, const Settings*> folders_;
  std::vector<std::unique_ptr<Settings>> owned_;
  std::vector<const Settings*> all_;
  std::string fault_;
};

}  // namespace syncfree::driver
