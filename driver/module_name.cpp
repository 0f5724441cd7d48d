#include "driver/module_name.h"

#include <system_error>

#include "analyzer/system/path_text.h"

namespace syncfree::driver {

bool ModuleNamer::is_package(const std::filesystem::path& folder) {
  const auto [entry, is_new] = packages_.try_emplace(sys::path_text(folder), false);
  if (is_new) {
    std::error_code ignored;
    entry->second = std::filesystem::exists(folder / "__init__.py", ignored);
  }
  return entry->second;
}

const ModuleNamer::Folder& ModuleNamer::folder_of(const std::filesystem::path& folder) {
  const auto [entry, is_new] = folders_.try_emplace(sys::path_text(folder));
  if (!is_new) return entry->second;
  std::filesystem::path at = folder;
  for (; at.has_relative_path() && is_package(at); at = at.parent_path()) {
    entry->second.prefix.insert(0, sys::path_text(at.filename()) + ".");
  }
  entry->second.root = sys::path_text(at);
  return entry->second;
}

ModuleName ModuleNamer::name_of(const std::filesystem::path& file) {
  const Folder& folder = folder_of(file.parent_path());
  ModuleName name{.dotted = folder.prefix,
                  .is_package = file.filename() == "__init__.py",
                  .place = sys::path_text(file.parent_path()),
                  .root = folder.root};
  if (name.is_package) {
    if (!name.dotted.empty()) name.dotted.pop_back();
    return name;
  }
  // Nothing imports a notebook.
  const bool is_module = file.extension() == ".py";
  name.dotted += sys::path_text(file.stem());
  name.place += '/' + sys::path_text(is_module ? file.stem() : file.filename());
  return name;
}

}  // namespace syncfree::driver
