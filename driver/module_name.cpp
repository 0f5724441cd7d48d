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

ModuleName ModuleNamer::name_of(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const Folder& around = folder_of(folder);
  const std::string own = sys::path_text(file.filename());
  ModuleName name{.dotted = around.prefix,
                  .is_package = own == "__init__.py",
                  .place = sys::path_text(folder),
                  .root = around.root};
  if (name.is_package) {
    if (!name.dotted.empty()) name.dotted.pop_back();
    return name;
  }
  // Nothing imports a notebook.
  const std::string stem = sys::path_text(file.stem());
  name.dotted += stem;
  name.place += '/' + (own == stem + ".py" ? stem : own);
  return name;
}

}  // namespace syncfree::driver
