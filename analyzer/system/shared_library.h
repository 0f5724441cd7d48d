// Libraries that are looked for when the program runs.
#pragma once

namespace syncfree::sys {

/// SQLite, by the name that the system has for it; null where it is not installed.
void* open_sqlite();

/// Null where the library has none of this name.
void* symbol_in(void* library, const char* name);

}  // namespace syncfree::sys
