#include "driver/library_places.h"

#include <system_error>
#include <utility>

#include "analyzer/system/path_text.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

PathKind kind_of(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) return PathKind::kNothing;
  if (fs::is_regular_file(status)) return PathKind::kFile;
  return fs::is_directory(status) ? PathKind::kFolder : PathKind::kNothing;
}

LibraryPlaces::LibraryPlaces(std::vector<fs::path> folders) {
  for (const fs::path& folder : folders) folders_.push_back(sys::path_text(folder));
}

PathKind LibraryPlaces::ask(const std::string& path) {
  const auto [entry, is_new] = asked_.try_emplace(path, PathKind::kNothing);
  if (is_new) entry->second = kind_of(path);
  return entry->second;
}

/// Sources go before stubs, which say less of results.
LibraryPlace LibraryPlaces::in(const std::string& folder, const std::string& root, std::string_view name) {
  const std::string path = folder + "/" + std::string(name);
  const bool is_folder = ask(path) == PathKind::kFolder;
  if (is_folder) {
    for (const char* init : {"/__init__.py", "/__init__.pyi"}) {
      if (ask(path + init) == PathKind::kFile) return {path + init, path, root, true};
    }
  }
  for (const char* extension : {".py", ".pyi"}) {
    if (ask(path + extension) == PathKind::kFile) return {path + extension, path, root, false};
  }
  return is_folder ? LibraryPlace{{}, path, root, true} : LibraryPlace{};
}

LibraryPlace LibraryPlaces::find(std::span<const std::string_view> path) {
  LibraryPlace folder_alone;
  for (const std::string& folder : folders_) {
    LibraryPlace at = in(folder, folder, path.front());
    const bool is_regular = !at.file.empty();
    for (std::size_t i = 1; i < path.size() && at; ++i) at = child(at, path[i]);
    if (at && !at.file.empty()) return at;
    if (is_regular) return at;
    if (at && !folder_alone) folder_alone = std::move(at);
  }
  return folder_alone;
}

LibraryPlace LibraryPlaces::child(const LibraryPlace& package, std::string_view name) {
  return package.is_package ? in(package.place, package.root, name) : LibraryPlace{};
}

LibraryPlace LibraryPlaces::above(const LibraryPlace& module, std::uint32_t up) {
  std::string place = module.place;
  for (std::uint32_t i = module.is_package ? 1 : 0; i < up; ++i) {
    if (place.size() <= module.root.size()) return {};
    place.resize(place.rfind('/'));
  }
  if (place.size() <= module.root.size()) return {};
  for (const char* init : {"/__init__.py", "/__init__.pyi"}) {
    if (ask(place + init) == PathKind::kFile) return {place + init, place, module.root, true};
  }
  return {{}, place, module.root, true};
}

}  // namespace syncfree::driver
