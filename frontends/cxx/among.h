// Words that are looked for in short lists.
#pragma once

#include <algorithm>
#include <string_view>

namespace syncfree::cxx {

template <class Words>
bool among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace syncfree::cxx
