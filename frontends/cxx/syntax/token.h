// One token of C++ or CUDA source, with the place at which a finding on it is reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"

namespace syncfree::cxx {

enum class TokenKind : std::uint8_t { kIdentifier, kNumber, kString, kCharacter, kPunctuation, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  /// In the file. A token of a macro's body has the range of the macro's use: that is where the reader can act.
  source::TextRange range;

  /// A word whose length the compiler knows is compared in place. This is asked a dozen times of each token.
  template <std::size_t kSize>
  [[gnu::always_inline]] bool is(const char (&punctuation_or_name)[kSize]) const {
    return text.size() == kSize - 1 && kind != TokenKind::kString &&
           std::memcmp(text.data(), punctuation_or_name, kSize - 1) == 0;
  }
  /// Most tokens that are asked differ in their length or in how they begin.
  bool is(std::string_view punctuation_or_name) const {
    return text.size() == punctuation_or_name.size() && !text.empty() && text[0] == punctuation_or_name[0] &&
           text == punctuation_or_name && kind != TokenKind::kString;
  }
  bool is_name() const { return kind == TokenKind::kIdentifier; }
};

using Tokens = std::vector<Token>;

}  // namespace syncfree::cxx
