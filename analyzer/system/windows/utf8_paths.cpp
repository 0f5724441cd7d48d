// Narrow texts of paths are UTF-8 here. libstdc++ writes them so, but reads them in the C locale; so the linker puts
// this in the place of that conversion (`--wrap`, in CMakeLists.txt).
#include <codecvt>
#include <filesystem>
#include <string>

#include <windows.h>

#include "analyzer/system/path_text.h"
#include "analyzer/system/windows/utf16.h"

// std::codecvt<wchar_t, char, std::mbstate_t>::do_in
extern "C" std::codecvt_base::result syncfree_do_in(
    const void* facet, std::mbstate_t& state, const char* from, const char* from_end, const char*& from_next,
    wchar_t* to, wchar_t* to_end, wchar_t*& to_next) __asm__("__wrap__ZNKSt7codecvtIwciE5do_inERiPKcS3_RS3_PwS5_RS5_");

extern "C" std::codecvt_base::result syncfree_do_in(const void*, std::mbstate_t&, const char* from,
                                                    const char* from_end, const char*& from_next, wchar_t* to,
                                                    wchar_t* to_end, wchar_t*& to_next) {
  const int room = static_cast<int>(to_end - to);
  const int count = ::MultiByteToWideChar(CP_UTF8, 0, from, static_cast<int>(from_end - from), to, room);
  from_next = from_end;
  to_next = to + count;
  return count > 0 ? std::codecvt_base::ok : std::codecvt_base::error;
}

namespace syncfree::sys {

std::string utf8_text(const std::filesystem::path& path) { return to_utf8(path.wstring()); }

}  // namespace syncfree::sys
