// Is a word one of a table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace syncfree::flow {

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace syncfree::flow
