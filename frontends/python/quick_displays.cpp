// Names, literals, displays and strings, as the quick parser reads them.
#include "frontends/python/quick_parser.h"

namespace syncfree::python {

void QuickParser::clauses(Number parent) {
  while (ok_) {
    if (is(Syntax::kForToken) || is(Syntax::kAsyncToken)) {
      const Number clause = make(Syntax::kForInClause);
      if (is(Syntax::kAsyncToken)) take(clause);
      expect(clause, Syntax::kForToken);
      append(clause, targets());
      expect(clause, Syntax::kInToken);
      append(clause, disjunction());
      if (is(Syntax::kCommaToken)) return fail();
      append(parent, close(clause));
    } else if (is(Syntax::kIfToken)) {
      const Number clause = make(Syntax::kIfClause);
      take(clause);
      append(clause, disjunction());
      append(parent, close(clause));
    } else {
      return;
    }
  }
}

QuickParser::Number QuickParser::atom() {
  switch (token_->token) {
    case Token::kString:
    case Token::kFormatStart:
      return strings();
    case Token::kSyntax:
      break;
    default:
      return failed();
  }
  switch (token_->syntax) {
    case Syntax::kIdentifier:
    case Syntax::kInteger:
    case Syntax::kFloat:
    case Syntax::kTrue:
    case Syntax::kFalse:
    case Syntax::kNone:
    case Syntax::kEllipsis:
      return leaf(token_->syntax);
    case Syntax::kOpenParenthesis:
      return parenthesized();
    case Syntax::kOpenBracket:
      return list();
    case Syntax::kOpenBrace:
      return braces();
    default:
      return failed();
  }
}

QuickParser::Number QuickParser::parenthesized() {
  const Number node = make(Syntax::kTuple);
  take(node);
  if (is(Syntax::kCloseParenthesis)) {
    take(node);
    return close(node);
  }
  if (is(Syntax::kYield)) {
    append(node, yield());
    nodes_[node].kind = Syntax::kParenthesized;
    expect(node, Syntax::kCloseParenthesis);
    return close(node);
  }
  const Number first = element();
  append(node, first);
  if (is(Syntax::kForToken) || is(Syntax::kAsyncToken)) {
    if (kind_of(first) == Syntax::kListSplat) return failed();
    nodes_[node].kind = Syntax::kGenerator;
    clauses(node);
  } else if (is(Syntax::kCommaToken)) {
    rest_of_list(node);
  } else {
    if (kind_of(first) == Syntax::kListSplat) return failed();
    nodes_[node].kind = Syntax::kParenthesized;
  }
  expect(node, Syntax::kCloseParenthesis);
  return close(node);
}

QuickParser::Number QuickParser::list() {
  const Number node = make(Syntax::kList);
  take(node);
  if (!is(Syntax::kCloseBracket)) {
    const Number first = element();
    append(node, first);
    if (is(Syntax::kForToken) || is(Syntax::kAsyncToken)) {
      if (kind_of(first) == Syntax::kListSplat) return failed();
      nodes_[node].kind = Syntax::kListComprehension;
      clauses(node);
    } else {
      rest_of_list(node);
    }
  }
  expect(node, Syntax::kCloseBracket);
  return close(node);
}

QuickParser::Number QuickParser::braces() {
  const Number node = make(Syntax::kDictionary);
  take(node);
  while (!is(Syntax::kCloseBrace) && ok_) {
    const bool is_first = last_[node] == nodes_[node].first;
    if (is(Syntax::kDoubleStarToken)) {
      if (kind_of(node) == Syntax::kSet) return failed();
      append(node, splat(Syntax::kDictionarySplat));
    } else {
      const Number first = element();
      const bool is_pair = is(Syntax::kColonToken);
      if (!is_first && is_pair != (kind_of(node) == Syntax::kDictionary)) return failed();
      if (is_pair) {
        if (kind_of(first) == Syntax::kListSplat) return failed();
        const Number pair = around(Syntax::kPair, first);
        take(pair);
        append(pair, expression());
        append(node, close(pair));
      } else {
        nodes_[node].kind = Syntax::kSet;
        append(node, first);
      }
      if (is(Syntax::kForToken) || is(Syntax::kAsyncToken)) {
        if (!is_first || kind_of(first) == Syntax::kListSplat) return failed();
        nodes_[node].kind = is_pair ? Syntax::kDictionaryComprehension : Syntax::kSetComprehension;
        clauses(node);
        break;
      }
    }
    if (!is(Syntax::kCommaToken)) break;
    take(node);
  }
  expect(node, Syntax::kCloseBrace);
  return close(node);
}

QuickParser::Number QuickParser::strings() {
  const Number first = one_string();
  if (!is(Token::kString) && !is(Token::kFormatStart)) return first;
  const Number node = around(Syntax::kConcatenatedString, first);
  while ((is(Token::kString) || is(Token::kFormatStart)) && ok_) append(node, one_string());
  return close(node);
}

QuickParser::Number QuickParser::one_string() {
  if (is(Token::kString)) return leaf(Syntax::kString);
  const Level level(*this);
  const Number node = make(Syntax::kString);
  take_other(node);
  while (is(Syntax::kOpenBrace) && ok_) append(node, field(Syntax::kInterpolation));
  if (!is(Token::kFormatEnd)) return failed();
  take_other(node);
  return close(node);
}

QuickParser::Number QuickParser::field(Syntax kind) {
  const Number node = make(kind);
  take(node);
  append(node, is(Syntax::kYield) ? yield() : expressions());
  if (is(Syntax::kEqualToken)) take(node);
  if (is(Token::kConversion)) append(node, leaf(Syntax::kTypeConversion));
  if (is(Token::kFormatColon)) {
    const Number format = make(Syntax::kFormatSpecifier);
    append(format, leaf(Syntax::kColonToken));
    while (is(Syntax::kOpenBrace) && ok_) append(format, field(Syntax::kFormatExpression));
    append(node, format);
    close(format);
  }
  expect(node, Syntax::kCloseBrace);
  return close(node);
}

}  // namespace syncfree::python
