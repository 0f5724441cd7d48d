#include "analyzer/system/terminal.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace syncfree::sys {
namespace {

HANDLE handle_of(int descriptor) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

void prepare_streams() {
  for (const int descriptor : {0, 1, 2}) {
    ::_setmode(descriptor, _O_BINARY);
    DWORD mode = 0;
    if (descriptor > 0 && ::GetConsoleMode(handle_of(descriptor), &mode) != 0)
      ::SetConsoleMode(handle_of(descriptor), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

bool is_terminal(int descriptor) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(descriptor), &mode) != 0 && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::optional<std::size_t> terminal_columns(int descriptor) {
  CONSOLE_SCREEN_BUFFER_INFO known = {};
  if (::GetConsoleScreenBufferInfo(handle_of(descriptor), &known) == 0) return std::nullopt;
  return static_cast<std::size_t>(known.srWindow.Right - known.srWindow.Left + 1);
}

}  // namespace syncfree::sys
