// A source line as a terminal shows it: tabs have widths, wide characters take two columns, nothing steers the
// terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::report {

struct DisplayLine {
  std::string text;                    ///< UTF-8 with tabs expanded and control characters replaced
  std::vector<std::uint32_t> columns;  ///< by byte of the source line, and one for its end: columns shown before it
  std::vector<std::uint32_t> bytes;    ///< the same, in bytes of `text`
};

/// `line` is UTF-8 without its line end.
DisplayLine display_line(std::string_view line);

/// Text for a message on one line: control characters, line ends and what reorders text are replaced.
std::string printable(std::string_view text);

}  // namespace syncfree::report
