// IPython's additions to Python, taken out of a cell and put back.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::source {

/// The cell as Python: lines that are not become `pass` with the line as a comment; a cell that is in another language
/// (`%%bash`) has only such lines.
std::string hide_magics(std::string_view cell);

/// The same cell as it was.
std::string show_magics(std::string_view text);

}  // namespace syncfree::source
