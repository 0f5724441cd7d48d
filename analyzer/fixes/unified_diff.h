// The changes of a file, as `diff -u` writes it and `patch -p0` takes it.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::fixes {

/// Empty if nothing changed. Both texts are bytes as they are in the file; lines end at "\n".
std::string unified_diff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace syncfree::fixes
