// The words of a C++ file's code: no comments, no texts in quotes.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace syncfree::cxx {

/// Where the comment or the text in quotes ends that begins at the position; the position where none does.
std::size_t behind_comment(std::string_view text, std::size_t at);

inline bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Calls `visit(word, the word before it)`.
template <class Visit>
void for_each_code_word(std::string_view text, const Visit& visit) {
  std::string_view before;
  for (std::size_t at = 0; at < text.size();) {
    if (is_of_name(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && is_of_name(text[at])) ++at;
      const std::string_view word = text.substr(begin, at - begin);
      visit(word, before);
      before = word;
    } else {
      const std::size_t behind = behind_comment(text, at);
      at = std::max(behind, at + 1);
    }
  }
}

}  // namespace syncfree::cxx
