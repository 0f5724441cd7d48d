// The tokens of Python source, for the quick parser.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"
#include "frontends/python/syntax.h"

namespace syncfree::python {

enum class Token : std::uint8_t {
  kSyntax,   ///< what QuickToken::syntax says: a name, number, operator or keyword of an expression
  kKeyword,  ///< of the statement that QuickToken::syntax says
  kString,
  kFormatStart,  ///< the quote that begins a formatted string
  kFormatEnd,
  kConversion,  ///< `!r`
  kFormatColon,
  kBang,
  kNewline,
  kIndent,
  kDedent,
  kEnd,
};

struct QuickToken {
  source::TextRange range;
  Token token;
  Syntax syntax;
};

/// False if something is there that the quick parser leaves to tree-sitter.
bool read_tokens(std::string_view text, std::vector<QuickToken>& tokens, std::vector<source::TextRange>& comments);

}  // namespace syncfree::python
