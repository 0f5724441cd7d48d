// Words in the names of variables and functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace syncfree::flow {

/// A word of a name: what stands between `_`, before a capital (`logEvery`) or a number. It begins at `at`; empty where
/// none does.
inline std::string_view word_at(std::string_view name, std::size_t at) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  std::size_t end = at;
  while (end < name.size() && (is_small(name[end]) || is_capital(name[end])) &&
         (end == at || !is_capital(name[end]) || !is_small(name[end - 1])))
    ++end;
  return name.substr(at, end - at);
}

/// Is the word among these, which are in small letters.
template <std::size_t N>
bool is_word(std::string_view word, const std::array<std::string_view, N>& words) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return !word.empty() &&
         std::ranges::any_of(words, [&](std::string_view known) { return std::ranges::equal(word, known, {}, small); });
}

/// Is one of a name's words among these.
template <std::size_t N>
bool holds_word(std::string_view name, const std::array<std::string_view, N>& words) {
  for (std::size_t at = 0; at < name.size();) {
    const std::string_view word = word_at(name, at);
    if (is_word(word, words)) return true;
    at += std::max<std::size_t>(word.size(), 1);
  }
  return false;
}

/// Is its first word among these.
template <std::size_t N>
bool begins_with_word(std::string_view name, const std::array<std::string_view, N>& words) {
  return is_word(word_at(name, 0), words);
}

}  // namespace syncfree::flow
