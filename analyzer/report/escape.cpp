#include "analyzer/report/escape.h"

#include <algorithm>

namespace syncfree::report {

std::string escaped(std::string_view text, std::span<const Escape> escapes) {
  std::string result;
  for (const char c : text) {
    const auto escape = std::ranges::find(escapes, c, &Escape::character);
    escape == escapes.end() ? result += c : result += escape->code;
  }
  return result;
}

}  // namespace syncfree::report
