#include "cli/watched_files.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/system/path_text.h"
#include "cli/configuration.h"
#include "cli/folder_walk.h"
#include "driver/file_names.h"
#include "driver/language.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kConfigurations = {"syncfree-lint.toml", "pyproject.toml"};
constexpr std::array<std::string_view, 6> kOfProjects = {
    "pyproject.toml", "syncfree-lint.toml", "setup.py", "setup.cfg", ".git", ".hg"};

fs::path absolute(const fs::path& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal();
}

bool is_configuration(const fs::path& path) {
  return std::ranges::find(kConfigurations, sys::path_text(path.filename())) != kConfigurations.end();
}

/// The project around a path, since findings depend on all of it; else the path's own folder, or the packages that it
/// lies in.
fs::path watched_folder(const std::string& path) {
  std::error_code error;
  fs::path folder = absolute(path);
  if (!folder.has_filename()) folder = folder.parent_path();
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
    if (std::ranges::any_of(kOfProjects, [&](std::string_view name) { return fs::exists(at / name, error); }))
      return at;
  }
  while (folder.has_relative_path() && fs::exists(folder / "__init__.py", error) &&
         fs::exists(folder.parent_path() / "__init__.py", error)) {
    folder = folder.parent_path();
  }
  return folder;
}

}  // namespace

WatchedFiles::WatchedFiles(const CheckArguments& arguments)
    : arguments_(arguments), paths_(arguments.paths), extensions_(driver::read_extensions()) {
  if (paths_.empty()) paths_.emplace_back(".");
  for (const std::string& path : paths_) {
    files_.push_back(absolute(path));
    folders_.push_back(watched_folder(path));
  }
  std::ranges::sort(folders_);
  folders_.erase(std::ranges::unique(folders_).begin(), folders_.end());
}

void WatchedFiles::read() {
  of_files_.reset();
  settings_.reset();
  const std::vector<Options> layers = command_line_layers(arguments_);
  auto settings = find_settings(arguments_.config, arguments_.isolated, layers, paths_);
  if (!settings) return;
  settings_ = std::move(*settings);
  const bool has_others = !arguments_.config && !arguments_.isolated;
  of_files_ = has_others
                  ? std::make_unique<driver::FileSettings>(
                        settings_->analysis, driver::common_folder(paths_, fs::current_path()), settings_source(layers))
                  : std::make_unique<driver::FileSettings>(settings_->analysis, fs::path(), driver::SettingsSource());
}

bool WatchedFiles::is_excluded(const fs::path& path) const {
  if (!of_files_) return false;
  const bool is_named = std::ranges::find(files_, path) != files_.end();
  if (is_named && !settings_->analysis.force_exclude) return false;
  return driver::is_excluded(path, of_files_->of(path));
}

bool WatchedFiles::counts(const fs::path& path) const {
  if (is_configuration(path) || path.filename() == ".gitignore") return true;
  if (std::ranges::find(extensions_, sys::path_text(path.extension())) == extensions_.end()) return false;
  return !is_excluded(path.lexically_normal());
}

std::vector<fs::path> WatchedFiles::named() const {
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& configuration, bool is_named) {
    std::ranges::move(extended_files(configuration, is_named), std::back_inserter(files));
  };
  if (arguments_.baseline) files.push_back(absolute(*arguments_.baseline));
  if (arguments_.config) add(absolute(*arguments_.config), true);
  if (!arguments_.config && !arguments_.isolated) {
    const auto add_in = [&](const fs::path& folder) {
      std::error_code error;
      for (const std::string_view name : kConfigurations) {
        if (fs::is_regular_file(folder / name, error)) add(folder / name, false);
      }
    };
    for (const fs::path& folder : folders_) {
      for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) add_in(at);
      walk_folders(
          folder, [](const fs::path&) {},
          [&](const fs::directory_entry& entry) {
            if (is_configuration(entry.path())) add(entry.path(), false);
          });
    }
  }
  std::ranges::sort(files);
  files.erase(std::ranges::unique(files).begin(), files.end());
  return files;
}

}  // namespace syncfree::cli
