#include "driver/library_inputs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "driver/environment.h"

namespace syncfree::driver {
namespace {

bool is_python(const FileGroup& group) {
  return !group.inputs.empty() && group.inputs.front().module->language == model::Language::kPython;
}

inference::ModuleInput input_of(const LibraryFile& file, std::size_t number) {
  std::string name = file.place.place.substr(file.place.root.size() + 1);
  std::ranges::replace(name, '/', '.');
  return {.module = file.module.get(),
          .name = std::move(name),
          .is_package = file.place.is_package,
          .file = static_cast<std::uint32_t>(number),
          .place = file.place.place,
          .root = file.place.root,
          .is_library = true};
}

}  // namespace

Libraries add_libraries(const std::vector<std::filesystem::path>& folders, std::size_t first_number,
                        std::span<const std::string> asked, const catalog::Catalog& catalog,
                        model::SymbolTable& symbols, std::vector<FileGroup>& groups) {
  const auto first = std::ranges::find_if(groups, is_python);
  if (folders.empty() || first == groups.end()) return {};
  std::vector<const model::Module*> modules;
  for (const FileGroup& group : groups) {
    if (!is_python(group)) continue;
    for (const inference::ModuleInput& input : group.inputs) modules.push_back(input.module);
  }
  Libraries libraries = read_libraries(folders, modules, asked, catalog, symbols);
  if (libraries.files.empty()) return libraries;
  for (auto group = first + 1; group != groups.end(); ++group) {
    if (!is_python(*group)) continue;
    std::ranges::move(group->inputs, std::back_inserter(first->inputs));
    std::ranges::copy(group->files, std::back_inserter(first->files));
    *group = {};
  }
  std::erase_if(groups, [](const FileGroup& group) { return group.files.empty(); });
  FileGroup& all = *std::ranges::find_if(groups, is_python);
  for (std::size_t i = 0; i < libraries.files.size(); ++i)
    all.inputs.push_back(input_of(libraries.files[i], first_number + i));
  return libraries;
}

std::vector<std::filesystem::path> library_folders(const Unit& unit) {
  if (unit.files.empty()) return {};
  return find_environment(unit.request.settings.environment, unit.files.front().absolute.parent_path()).folders;
}

engine::Problem limit_of_libraries() {
  return {.message = "leads to more files of third-party packages than are read (" + std::to_string(kMostLibraryFiles) +
                     " files, " + std::to_string(kMostLibraryBytes / 1'000'000) + " MB); the rest counts as unknown"};
}

}  // namespace syncfree::driver
