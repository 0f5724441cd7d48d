#include "cli/terminal.h"

#include <algorithm>

#include "analyzer/system/environment_variables.h"
#include "analyzer/system/terminal.h"

namespace syncfree::cli {

bool wants_color(Color color, int descriptor) {
  if (color != Color::kAuto) return color == Color::kAlways;
  if (!sys::variable("NO_COLOR").value_or("").empty() || sys::variable("TERM") == "dumb") return false;
  return sys::is_terminal(descriptor);
}

std::size_t terminal_width(int descriptor, std::size_t limit) {
  return std::min(limit, sys::terminal_columns(descriptor).value_or(limit));
}

}  // namespace syncfree::cli
