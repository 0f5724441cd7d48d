#include "analyzer/system/windows/utf16.h"

#include <cerrno>
#include <system_error>

#include <windows.h>

namespace syncfree::sys {

std::wstring to_utf16(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(), bytes, nullptr, nullptr);
  return narrow;
}

int last_error() {
  const std::error_condition known =
      std::error_code(static_cast<int>(::GetLastError()), std::system_category()).default_error_condition();
  return known.category() == std::generic_category() ? known.value() : EIO;
}

std::string last_error_text() { return std::generic_category().message(last_error()); }

}  // namespace syncfree::sys
