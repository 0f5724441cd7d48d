// A piece of source as its tokens, so that what a formatter does to it makes no difference.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::source {

/// The tokens in a row, with a space only where two words meet. Comments, line ends, backslashes before them and commas
/// before a closing bracket are left out; strings stand in double quotes, and prefixes and numbers are in lower case.
/// Not for compiling: `(a,)` becomes `(a)`.
std::string token_text(std::string_view text);

}  // namespace syncfree::source
