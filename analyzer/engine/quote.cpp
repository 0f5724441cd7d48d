#include "analyzer/engine/quote.h"

#include <cstddef>

namespace syncfree::engine {

namespace {

constexpr std::size_t kLongestQuote = 60;

}  // namespace

std::string quote(std::string_view text) {
  std::string quoted;
  bool space = false;
  for (const char c : text) {
    if (quoted.size() > kLongestQuote) break;
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\\') {
      space = !quoted.empty();
      continue;
    }
    if (space && quoted.back() != '(' && quoted.back() != '[' && c != ')' && c != ']') quoted += ' ';
    space = false;
    quoted += c;
  }
  if (quoted.size() > kLongestQuote) {
    std::size_t cut = kLongestQuote - 3;
    while (cut > 0 && (static_cast<unsigned char>(quoted[cut]) & 0xC0) == 0x80) --cut;
    quoted.resize(cut);
    quoted += "...";
  }
  return quoted;
}

}  // namespace syncfree::engine
