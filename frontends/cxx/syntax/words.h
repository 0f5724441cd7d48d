// Words that are looked for in short lists.
#pragma once

#include <algorithm>
#include <string_view>

#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {

template <class Words>
bool among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

template <class Words>
bool among(const Words& words, const Token& token) {
  return token.is_name() && among(words, token.text);
}

}  // namespace syncfree::cxx
