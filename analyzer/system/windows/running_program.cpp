#include "analyzer/system/running_program.h"

#include <cstdlib>
#include <memory>

#include <windows.h>
// It needs what stands above.
#include <shellapi.h>

#include "analyzer/system/path_text.h"
#include "analyzer/system/windows/utf16.h"

namespace syncfree::sys {

std::string running_program() {
  std::wstring path(MAX_PATH, L'\0');
  while (true) {
    const DWORD size = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (size == 0) return {};
    if (size < path.size()) return path_text(std::filesystem::path(path.substr(0, size)));
    path.resize(path.size() * 2);
  }
}

std::string running_program_to_open() { return running_program(); }

std::string build_id() { return {}; }

std::vector<std::string> program_arguments(int, char**) {  // those of main are not Unicode
  int count = 0;
  const std::unique_ptr<wchar_t*, decltype(&::LocalFree)> words(::CommandLineToArgvW(::GetCommandLineW(), &count),
                                                                &::LocalFree);
  std::vector<std::string> arguments;
  for (int i = 1; words && i < count; ++i) arguments.push_back(to_utf8(words.get()[i]));
  return arguments;
}

void end_program(int status) {
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(status));
  std::abort();  // not reached
}

}  // namespace syncfree::sys
