// What Python would call the module in a file.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace syncfree::cli {

struct ModuleName {
  std::string dotted;       ///< "torchvision.ops.boxes"
  bool is_package = false;  ///< the file is an `__init__`
};

/// A package is a folder with an `__init__.py`; a module is named from the outermost package around it. Outside of any
/// package it is named from the folder that was given to the analysis, as imports of a script that is started there do.
class ModuleNamer {
 public:
  /// `root`: the absolute folder that was named, or that of the named file.
  ModuleName name_of(const std::filesystem::path& file, const std::filesystem::path& root);

 private:
  bool is_package(const std::filesystem::path& folder);
  std::map<std::filesystem::path, bool> packages_;
};

}  // namespace syncfree::cli
