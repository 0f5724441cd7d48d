// Characters that a format takes for its own.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace syncfree::report {

struct Escape {
  char character;
  std::string_view code;
};

/// `text` with the code of each such character in its place.
std::string escaped(std::string_view text, std::span<const Escape> escapes);

}  // namespace syncfree::report
