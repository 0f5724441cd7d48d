// The name that Python gives the module in a file, and where it lies.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

namespace syncfree::driver {

struct ModuleName {
  std::string dotted;       ///< "torchvision.ops.boxes"
  bool is_package = false;  ///< the file is an `__init__`
  std::string place;        ///< the file without its extension, or the folder of an `__init__`
  std::string root;         ///< the folder that holds it, or the outermost package around it
};

/// A package is a folder with an `__init__.py`; a module is named from the outermost package around it. Outside of any
/// package it has its file's name, as the scripts beside it import it.
class ModuleNamer {
 public:
  /// `file` is absolute and normal.
  ModuleName name_of(const std::filesystem::path& file) { return name_of(file, file.parent_path()); }
  /// `folder` is the file's.
  ModuleName name_of(const std::filesystem::path& file, const std::filesystem::path& folder);

 private:
  struct Folder {
    std::string prefix;  ///< of the names of the modules in it: empty, or with a dot at its end
    std::string root;
  };
  bool is_package(const std::filesystem::path& folder);
  const Folder& folder_of(const std::filesystem::path& folder);
  std::unordered_map<std::string, bool> packages_;
  std::unordered_map<std::string, Folder> folders_;
};

}  // namespace syncfree::driver
