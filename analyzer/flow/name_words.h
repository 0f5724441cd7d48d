// Words in the names of variables and functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace syncfree::flow {

/// Is one of a name's words among these: what stands between `_`, before a capital (`logEvery`) or a number.
template <std::size_t N>
bool holds_word(std::string_view name, const std::array<std::string_view, N>& words) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto small = [&](char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; };
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && (is_small(name[end]) || is_capital(name[end])) &&
           (end == at || !is_capital(name[end]) || !is_small(name[end - 1])))
      ++end;
    const std::string_view word = name.substr(at, end - at);
    const auto is_word = [&](std::string_view known) { return std::ranges::equal(word, known, {}, small); };
    if (!word.empty() && std::ranges::any_of(words, is_word)) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

}  // namespace syncfree::flow
