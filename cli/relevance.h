// Can a Python file have anything to do with a GPU; most files of a large package cannot, and need no parsing.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace syncfree::cli {

/// False for a file that mentions neither torch nor tensors, nor any method that would wait for one, nor this tool:
/// whatever it is given, nothing in it can be reported. A package's `__init__` is always read, since others are found
/// through it. `more` are words that make a file matter besides.
bool may_matter(std::string_view path, std::string_view text, std::span<const std::string> more);

}  // namespace syncfree::cli
