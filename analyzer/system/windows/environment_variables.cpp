#include "analyzer/system/environment_variables.h"

#include <memory>
#include <string_view>

#include <windows.h>

#include "analyzer/system/windows/utf16.h"

namespace syncfree::sys {

std::optional<std::string> variable(const std::string& name) {
  const std::wstring wide = to_utf16(name);
  ::SetLastError(ERROR_SUCCESS);
  DWORD size = ::GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
  if (size == 0) return ::GetLastError() == ERROR_SUCCESS ? std::optional<std::string>("") : std::nullopt;
  std::wstring value(size, L'\0');
  size = ::GetEnvironmentVariableW(wide.c_str(), value.data(), size);
  value.resize(size);
  return to_utf8(value);
}

std::vector<std::string> variable_names() {
  const std::unique_ptr<wchar_t, decltype(&::FreeEnvironmentStringsW)> block(::GetEnvironmentStringsW(),
                                                                             &::FreeEnvironmentStringsW);
  std::vector<std::string> names;
  for (const wchar_t* entry = block.get(); entry != nullptr && *entry != L'\0';) {
    const std::wstring_view text = entry;
    names.push_back(to_utf8(text.substr(0, text.find(L'=', 1))));  // "=C:" is the folder of a drive
    entry += text.size() + 1;
  }
  return names;
}

const char kPathSeparator = ';';

}  // namespace syncfree::sys
