#include "cli/module_name.h"

#include <system_error>
#include <vector>

namespace syncfree::cli {

bool ModuleNamer::is_package(const std::filesystem::path& folder) {
  const auto [entry, is_new] = packages_.try_emplace(folder, false);
  if (is_new) {
    std::error_code ignored;
    entry->second = std::filesystem::exists(folder / "__init__.py", ignored);
  }
  return entry->second;
}

ModuleName ModuleNamer::name_of(const std::filesystem::path& file, const std::filesystem::path& root) {
  const bool is_init = file.filename() == "__init__.py";
  std::filesystem::path folder = file.parent_path();
  std::vector<std::string> parts;
  if (!is_init) parts.push_back(file.stem().string());
  const bool in_package = is_package(folder);
  while (in_package ? is_package(folder) : folder != root && folder.has_relative_path()) {
    parts.push_back(folder.filename().string());
    folder = folder.parent_path();
  }
  ModuleName name{.is_package = is_init};
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!name.dotted.empty()) name.dotted += '.';
    name.dotted += *part;
  }
  return name;
}

}  // namespace syncfree::cli
