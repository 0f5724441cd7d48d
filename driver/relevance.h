// Does the text of a Python file have anything to do with a GPU; most files of a large project do not.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace syncfree::driver {

/// False for a file that mentions neither torch nor tensors, nor any method that would wait for one, nor a library
/// whose calls wait, nor this tool.
/// Such a file is of interest only as a part of a project in which others do. `more` are words that are signs besides.
bool has_sign(std::string_view text, std::span<const std::string> more);

bool names_any(std::string_view text, std::span<const std::string> words);

}  // namespace syncfree::driver
