// Where the modules of libraries are, among the folders that Python searches. What was asked of the file system is
// written down, so that a later run can tell whether it would get the same answers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::driver {

enum class PathKind : std::uint8_t { kNothing, kFile, kFolder };

/// What lies there now; links are followed.
PathKind kind_of(const std::string& path);

/// A module of a library, or a folder of modules without an `__init__`.
struct LibraryPlace {
  std::string file;         ///< empty for a folder
  std::string place;        ///< the file without its extension; of an `__init__` its folder
  std::string root;         ///< the folder that was searched
  bool is_package = false;  ///< or a folder

  explicit operator bool() const { return !place.empty(); }
};

class LibraryPlaces {
 public:
  explicit LibraryPlaces(std::vector<std::filesystem::path> folders);

  /// `import a.b.c`: in the first folder that has it; a package with an `__init__` hides those of that name behind it.
  LibraryPlace find(std::span<const std::string_view> path);
  /// Inside of a package or a folder.
  LibraryPlace child(const LibraryPlace& package, std::string_view name);
  /// What is `up` folders above a module, as dots in an import count them: one is its own package.
  LibraryPlace above(const LibraryPlace& module, std::uint32_t up);

  /// By path, all that was asked so far.
  const std::map<std::string, PathKind>& asked() const { return asked_; }

 private:
  PathKind ask(const std::string& path);
  LibraryPlace in(const std::string& folder, const std::string& root, std::string_view name);

  std::vector<std::string> folders_;
  std::map<std::string, PathKind> asked_;
};

}  // namespace syncfree::driver
