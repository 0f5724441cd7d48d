#include "frontends/cxx/syntax/bracketed_tokens.h"

#include <algorithm>

namespace syncfree::cxx {

BracketedTokens::BracketedTokens(std::span<const Token> tokens) : tokens_(tokens), closing_(tokens.size(), 0) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::kPunctuation) continue;
    const char c = tokens_[i].text[0];
    if (tokens_[i].text.size() != 1) continue;
    if (c == '(' || c == '[' || c == '{') open.push_back(i);
    if (c != ')' && c != ']' && c != '}') continue;
    const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
    // A brace closes what was left open inside it; a stray parenthesis closes nothing.
    std::size_t keep = open.size();
    while (keep > 0 && tokens_[open[keep - 1]].text[0] != wanted) --keep;
    if (keep == 0 || (c != '}' && keep != open.size())) continue;
    closing_[open[keep - 1]] = i;
    open.resize(keep - 1);
  }
}

std::size_t BracketedTokens::closing(std::size_t open, std::size_t end) const {
  const std::size_t close = open < closing_.size() ? closing_[open] : 0;
  return close == 0 || close > end ? end : close;
}

std::size_t BracketedTokens::find(std::size_t from, std::size_t end,
                                  std::initializer_list<std::string_view> texts) const {
  const BracketedTokens& tokens = *this;
  for (std::size_t i = from; i < end; ++i) {
    for (const std::string_view text : texts) {
      if (tokens[i].is(text)) return i;
    }
    if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) i = closing(i, end);
  }
  return end;
}

std::size_t BracketedTokens::template_end(std::size_t open, std::size_t end) const {
  constexpr std::size_t kLongest = 400;
  const BracketedTokens& tokens = *this;
  int depth = 0;
  for (std::size_t i = open; i < end && i < open + kLongest; ++i) {
    const Token& here = tokens[i];
    if (here.is("<"))
      ++depth;
    else if (here.is(">")) {
      if (--depth == 0) return i;
    } else if (here.is("(") || here.is("[") || here.is("{")) {
      const std::size_t close = closing(i, end);
      if (close >= end) return 0;
      i = close;
    } else if (here.is(";") || here.is("&&") || here.is("||") || here.is("<<") || here.is("<<<") || here.is("}") ||
               here.is(")") || here.is("]") || here.is("?") || here.is("+=") ||
               (here.is("=") && tokens[i + 1].kind == TokenKind::kString)) {
      return 0;
    }
  }
  return 0;
}

std::size_t BracketedTokens::declarator_name(std::size_t from, std::size_t end) const {
  const BracketedTokens& tokens = *this;
  std::size_t called = end;
  int words = 0;
  for (std::size_t i = from; i < end; ++i) {
    const Token& here = tokens[i];
    if (here.is("<")) {
      const std::size_t close = template_end(i, end);
      if (close == 0) return end;
      i = close;
    } else if (here.is("[") || here.is("(")) {
      if (words >= 2 || called != end) break;
      i = closing(i, end);
    } else if (here.is_name()) {
      if (i > from && tokens[i - 1].is("::")) {
        called = end;
        continue;
      }
      ++words;
      if (words >= 2) called = i;
    } else if (!here.is("*") && !here.is("&") && !here.is("&&") && !here.is("::") && !here.is("...")) {
      break;
    }
  }
  return called;
}

source::TextRange BracketedTokens::range_of(std::size_t first, std::size_t end) const {
  if (first >= end || first >= tokens_.size()) {
    const std::uint32_t place = (*this)[first].range.begin;
    return {place, place};
  }
  return joined(tokens_[first].range, tokens_[std::min(end, tokens_.size()) - 1].range);
}

}  // namespace syncfree::cxx
