// Which program this is.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::cli {

/// "0.1.0".
std::string_view version();

/// Lines: "syncfree-lint 0.1.0", and Clang's version if it is there.
std::string version_text();

}  // namespace syncfree::cli
