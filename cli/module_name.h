// What Python would call the module in a file.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

namespace syncfree::cli {

struct ModuleName {
  std::string dotted;       ///< "torchvision.ops.boxes"
  bool is_package = false;  ///< the file is an `__init__`
};

/// A package is a folder with an `__init__.py`; a module is named from the outermost package around it. Outside of any
/// package it is named from the folder that was given to the analysis, as imports of a script that is started there do.
class ModuleNamer {
 public:
  /// `root`: the absolute folder that was named, or that of the named file; the same for all files of a folder.
  ModuleName name_of(const std::filesystem::path& file, const std::filesystem::path& root);

 private:
  bool is_package(const std::filesystem::path& folder);
  /// Of the modules in a folder: empty, or with a dot at its end.
  const std::string& prefix_of(const std::filesystem::path& folder, const std::filesystem::path& root);
  std::unordered_map<std::string, bool> packages_;
  std::unordered_map<std::string, std::string> prefixes_;
};

}  // namespace syncfree::cli
