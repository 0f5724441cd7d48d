#include "analyzer/system/shared_library.h"

#include <dlfcn.h>

namespace syncfree::sys {

#ifdef __APPLE__
constexpr const char* kSqlite = "libsqlite3.dylib";
#else
constexpr const char* kSqlite = "libsqlite3.so.0";
#endif

void* open_sqlite() { return ::dlopen(kSqlite, RTLD_NOW); }

void* symbol_in(void* library, const char* name) { return ::dlsym(library, name); }

}  // namespace syncfree::sys
