#include "frontends/cxx/api_names.h"

#include <algorithm>

#include "frontends/cxx/name_tables.h"

namespace syncfree::cxx {

namespace {

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Calls `visit(word, begin)` for each word of letters, digits and underscores.
template <class Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end > begin) visit(text.substr(begin, end - begin), begin);
    begin = std::max(end, begin + 1);
  }
}

bool begins_as(std::string_view word, std::string_view prefix) {
  return word.size() > prefix.size() && word.starts_with(prefix) && is_capital(word[prefix.size()]);
}

}  // namespace

bool names_hip(std::string_view text) {
  bool found = false;
  for_each_word(text, [&](std::string_view word, std::size_t) { found = found || begins_as(word, "hip"); });
  return found;
}

std::string in_hip_names(std::string_view text) {
  constexpr std::string_view kUnmeasured = "unmeasured";
  std::string named;
  std::size_t at = 0;
  for_each_word(text, [&](std::string_view word, std::size_t begin) {
    const std::size_t end = begin + word.size();
    const std::string_view* hip = tables::kHipNames.find(word);
    if (hip != nullptr) {
      named.append(text.substr(at, begin - at)).append(*hip);
      at = end;
    } else if (begins_as(word, "cu") && begin >= at + 2 && text.substr(begin - 2, 2) == " (" && end < text.size() &&
               text[end] == ')') {  // " (cuMemcpyAsync)", of CUDA's driver
      named.append(text.substr(at, begin - 2 - at));
      at = end + 1;
    } else if (word == kUnmeasured && !text.substr(end).starts_with(" on HIP")) {
      named.append(text.substr(at, end - at)).append(" on HIP");
      at = end;
    }
  });
  return named.append(text.substr(at));
}

}  // namespace syncfree::cxx
