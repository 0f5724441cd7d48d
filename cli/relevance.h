// Can a Python file have anything to do with a GPU; most files of a large package cannot, and need no parsing.
#pragma once

#include <string_view>

namespace syncfree::cli {

/// False for a file that mentions neither torch nor tensors, nor any method that would wait for one, nor this tool:
/// whatever it is given, nothing in it can be reported. A package's `__init__` is always read, since others are found
/// through it.
bool may_matter(std::string_view path, std::string_view text);

}  // namespace syncfree::cli
