// Texts as Windows has them, and its errors as errno has them.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::sys {

std::wstring to_utf16(std::string_view text);
std::string to_utf8(std::wstring_view text);

/// Of the last call that failed.
int last_error();

/// The same in words.
std::string last_error_text();

}  // namespace syncfree::sys
