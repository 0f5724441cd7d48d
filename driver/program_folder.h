// Programs of several folders: scripts, and the packages and folders of modules that they import. `train.py` beside
// `scene/__init__.py`, `tools/train.py` beside `tracker/__init__.py`.
#pragma once

#include <filesystem>

#include "driver/request.h"

namespace syncfree::driver {

/// The folder `root`, a package or one of scripts or modules, is a part of a program in the folder around it, by the
/// text of imports: a script beside `root` imports it, or a script in a folder beside the package imports that. Tests,
/// and scripts that build and install packages, do not count. Of `request`, the unsaved texts are read.
bool is_part_of_program(const CheckRequest& request, const std::filesystem::path& root);

}  // namespace syncfree::driver
