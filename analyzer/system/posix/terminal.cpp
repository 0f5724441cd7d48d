#include "analyzer/system/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace syncfree::sys {

void prepare_streams() {}  // they are so

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::optional<std::size_t> terminal_columns(int descriptor) {
  winsize size = {};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

}  // namespace syncfree::sys
