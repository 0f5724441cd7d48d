// C++ text cut into tokens; comments and preprocessor lines come out apart.
#pragma once

#include <string_view>
#include <vector>

#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {

/// A preprocessor line: its tokens after the `#`, and how many ordinary tokens stand before it.
struct Directive {
  std::size_t position;
  Tokens tokens;
  /// Does `(` follow the third token's name at once (`#define F(x)`, not `#define F (x)`)?
  bool has_parameters = false;
};

struct LexedFile {
  std::string_view text;
  Tokens tokens;
  std::vector<Directive> directives;
  std::vector<source::TextRange> comments;
};

/// Never fails: what is no token of the language becomes punctuation of one character, and an unclosed comment or
/// string ends with the text or line.
LexedFile lex(std::string_view text);

}  // namespace syncfree::cxx
