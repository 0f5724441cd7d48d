// Programs of several folders: scripts, and the packages and folders of modules that they import. `train.py` beside
// `scene/__init__.py`, `tools/train.py` beside `tracker/__init__.py`.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "driver/request.h"
#include "driver/test_files.h"

namespace syncfree::driver {

/// Reads each folder and each script once. What is on disk decides, and the text of standard input for its file: what
/// an editor has not saved yet divides nothing.
class ProgramFolders {
 public:
  /// `request` must outlive it.
  explicit ProgramFolders(const CheckRequest& request) : request_(request) {}

  /// The folder `root`, a package or one of scripts or modules, is a part of a program in the folder right around it: a
  /// script beside `root` imports it, or a script in a folder beside the package imports that. Imports are those of
  /// `imports_in`. Folders of tests and examples, and scripts that build and install packages, do not count, and
  /// neither do folders of more than 500 entries, and those beside `root` if they hold more than 2,000 scripts.
  bool is_part(const std::filesystem::path& root);

 private:
  struct Entries {
    std::vector<std::filesystem::path> scripts;
    std::vector<std::filesystem::path> folders;  ///< that are neither hidden nor links
  };
  /// The first parts of imported names.
  using Names = std::set<std::string>;

  const Entries& entries_of(const std::filesystem::path& folder);
  const Names& imported_in(const std::filesystem::path& folder);
  std::string text_of(const std::filesystem::path& script) const;

  const CheckRequest& request_;
  TestFiles tests_;
  std::map<std::string, Entries> entries_;  ///< by folder
  std::map<std::string, Names> imported_;   ///< by the folder of the scripts
};

}  // namespace syncfree::driver
