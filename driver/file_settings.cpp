#include "driver/file_settings.h"

#include <utility>

#include "analyzer/system/path_text.h"

namespace syncfree::driver {

FileSettings::FileSettings(const Settings& settings, std::filesystem::path top, SettingsSource source)
    : run_(settings), top_(std::move(top)), source_(std::move(source)), all_{&settings} {}

/// Null: the folder has none, or wrong ones.
const Settings* FileSettings::own(const std::filesystem::path& folder) {
  FolderSettings settings = source_.in_folder(folder);
  if (!settings && fault_.empty()) fault_ = std::move(settings.error());
  if (!settings || !*settings) return nullptr;
  owned_.push_back(std::make_unique<Settings>(std::move(**settings)));
  all_.push_back(owned_.back().get());
  return all_.back();
}

const Settings& FileSettings::of_folder(const std::filesystem::path& folder) {
  if (top_.empty()) return run_;
  // The root of the file system is its own parent.
  const bool is_below = folder != top_ && sys::path_text(folder).starts_with(sys::path_text(top_ / ""));
  if (!is_below) return run_;
  if (const auto known = folders_.find(folder); known != folders_.end()) return *known->second;
  const Settings* settings = own(folder);
  if (settings == nullptr) settings = &of_folder(folder.parent_path());
  folders_.emplace(folder, settings);
  return *settings;
}

}  // namespace syncfree::driver
