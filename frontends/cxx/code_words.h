// The words of a C++ file's code: no comments, no texts in quotes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace syncfree::cxx {

/// Where the comment or the text in quotes ends that begins at the position; the position where none does.
std::size_t behind_comment(std::string_view text, std::size_t at);

inline constexpr std::array<bool, 256> kOfNames = [] {
  std::array<bool, 256> of_names{};
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"))
    of_names[static_cast<unsigned char>(c)] = true;
  return of_names;
}();

/// Asked of each byte of a text.
inline bool is_of_name(char c) { return kOfNames[static_cast<unsigned char>(c)]; }

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
    } else if (text[at] != '/' && text[at] != '"') {
      ++at;
    } else {
      const std::size_t behind = behind_comment(text, at);
      at = std::max(behind, at + 1);
    }
  }
}

}  // namespace syncfree::cxx
