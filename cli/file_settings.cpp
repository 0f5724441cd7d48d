#include "cli/file_settings.h"

#include <utility>

#include "cli/configuration.h"
#include "rules/rule_table.h"

namespace syncfree::cli {

FileSettings::FileSettings(const Settings& settings, std::filesystem::path top, Options command_line)
    : run_(settings), top_(std::move(top)), command_line_(std::move(command_line)), all_{&settings} {}

/// Null: the folder has no configuration, or a wrong one.
const Settings* FileSettings::own(const std::filesystem::path& folder) {
  auto configuration = configuration_in(folder);
  if (configuration && !*configuration) return nullptr;
  auto settings =
      configuration ? make_settings(rules::rule_table(), *configuration, command_line_, std::filesystem::current_path())
                    : std::unexpected(std::move(configuration.error()));
  if (!settings) {
    if (fault_.empty()) fault_ = std::move(settings.error());
    return nullptr;
  }
  owned_.push_back(std::make_unique<Settings>(std::move(*settings)));
  all_.push_back(owned_.back().get());
  return all_.back();
}

const Settings& FileSettings::of_folder(const std::filesystem::path& folder) {
  if (top_.empty() || !folder.native().starts_with((top_ / "").native())) return run_;
  if (const auto known = folders_.find(folder); known != folders_.end()) return *known->second;
  const Settings* settings = own(folder);
  if (settings == nullptr) settings = &of_folder(folder.parent_path());
  folders_.emplace(folder, settings);
  return *settings;
}

}  // namespace syncfree::cli
