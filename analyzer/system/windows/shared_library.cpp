#include "analyzer/system/shared_library.h"

#include <windows.h>

namespace syncfree::sys {

void* open_sqlite() { return ::LoadLibraryExW(L"winsqlite3.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32); }

void* symbol_in(void* library, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(library), name));
}

}  // namespace syncfree::sys
