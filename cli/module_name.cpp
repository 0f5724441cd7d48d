#include "cli/module_name.h"

#include <system_error>

namespace syncfree::cli {

bool ModuleNamer::is_package(const std::filesystem::path& folder) {
  const auto [entry, is_new] = packages_.try_emplace(folder.native(), false);
  if (is_new) {
    std::error_code ignored;
    entry->second = std::filesystem::exists(folder / "__init__.py", ignored);
  }
  return entry->second;
}

const std::string& ModuleNamer::prefix_of(const std::filesystem::path& folder, const std::filesystem::path& root) {
  const auto [entry, is_new] = prefixes_.try_emplace(folder.native());
  if (!is_new) return entry->second;
  std::string prefix;
  const bool in_package = is_package(folder);
  for (std::filesystem::path at = folder; in_package ? is_package(at) : at != root && at.has_relative_path();
       at = at.parent_path()) {
    prefix.insert(0, at.filename().string() + ".");
  }
  return entry->second = std::move(prefix);
}

ModuleName ModuleNamer::name_of(const std::filesystem::path& file, const std::filesystem::path& root) {
  ModuleName name{.dotted = prefix_of(file.parent_path(), root), .is_package = file.filename() == "__init__.py"};
  if (!name.is_package) {
    name.dotted += file.stem().string();
  } else if (!name.dotted.empty()) {
    name.dotted.pop_back();
  }
  return name;
}

}  // namespace syncfree::cli
