// Statements with blocks, definitions and types, as the quick parser reads them.
#include "frontends/python/quick_parser.h"

namespace syncfree::python {

void QuickParser::suite(Number parent) {
  const Level level(*this);
  expect(parent, Syntax::kColonToken);
  const Number block = make(Syntax::kBlock);
  if (is(Token::kNewline)) {
    ++token_;
    if (!is(Token::kIndent)) return fail();
    ++token_;
    while (ok_ && !is(Token::kDedent)) statement(block);
    if (!ok_) return;
    ++token_;
  } else {
    simple_statements(block);
  }
  append(parent, close(block));
}

QuickParser::Number QuickParser::if_statement() {
  const Number node = make(Syntax::kIf);
  take(node);
  append(node, expression());
  suite(node);
  while (is_keyword(Syntax::kElifClause)) {
    const Number clause = make(Syntax::kElifClause);
    take_other(clause);
    append(clause, expression());
    suite(clause);
    append(node, close(clause));
  }
  else_clause(node);
  return close(node);
}

void QuickParser::else_clause(Number parent) {
  if (!is(Syntax::kElseToken)) return;
  const Number clause = make(Syntax::kElseClause);
  take(clause);
  suite(clause);
  append(parent, close(clause));
}

QuickParser::Number QuickParser::while_statement() {
  const Number node = make(Syntax::kWhile);
  take_other(node);
  append(node, expression());
  suite(node);
  else_clause(node);
  return close(node);
}

QuickParser::Number QuickParser::for_statement(Number node) {
  take(node);
  append(node, targets());
  expect(node, Syntax::kInToken);
  append(node, expressions());
  suite(node);
  else_clause(node);
  return close(node);
}

QuickParser::Number QuickParser::targets() {
  const Number first = target();
  if (!is(Syntax::kCommaToken)) return first;
  const Number list = around(Syntax::kPatternList, first);
  while (is(Syntax::kCommaToken) && ok_) {
    take(list);
    if (is(Syntax::kInToken)) break;
    append(list, target());
  }
  return close(list);
}

QuickParser::Number QuickParser::target() {
  const bool has_star = is(Syntax::kStarToken);
  const Number node = has_star ? make(Syntax::kListSplatPattern) : postfix();
  if (has_star) {
    take(node);
    append(node, postfix());
    return close(node);
  }
  return to_pattern(node) ? node : failed();
}

QuickParser::Number QuickParser::try_statement() {
  const Number node = make(Syntax::kTry);
  take_other(node);
  suite(node);
  while (is_keyword(Syntax::kExceptClause) && ok_) {
    const Number clause = make(Syntax::kExceptClause);
    take_other(clause);
    if (is(Syntax::kStarToken)) take(clause);
    if (!is(Syntax::kColonToken)) {
      append(clause, with_as(expression()));
      if (is(Syntax::kCommaToken)) return failed();
    }
    suite(clause);
    append(node, close(clause));
  }
  else_clause(node);
  if (is_keyword(Syntax::kFinallyClause)) {
    const Number clause = make(Syntax::kFinallyClause);
    take_other(clause);
    suite(clause);
    append(node, close(clause));
  }
  return close(node);
}

QuickParser::Number QuickParser::with_as(Number value) {
  if (!is(Syntax::kAsToken)) return value;
  const Number node = around(Syntax::kAsPattern, value);
  take(node);
  append(node, close(around(Syntax::kAsPatternTarget, expression())));
  return close(node);
}

QuickParser::Number QuickParser::with_statement(Number node) {
  take_other(node);
  const Number clause = make(Syntax::kWithClause);
  if (is(Syntax::kOpenParenthesis) && closes_before_colon()) {
    with_items_in_parentheses(clause);
  } else {
    while (ok_) {
      append(clause, close(around(Syntax::kWithItem, with_as(expression()))));
      if (!is(Syntax::kCommaToken)) break;
      take(clause);
    }
  }
  append(node, close(clause));
  suite(node);
  return close(node);
}

/// Whether the parenthesis that opens here is closed right before a colon.
bool QuickParser::closes_before_colon() const {
  int open = 0;
  for (const QuickToken* at = token_;; ++at) {
    if (at->token == Token::kNewline || at->token == Token::kEnd) return false;
    if (at->token != Token::kSyntax) continue;
    const Syntax syntax = at->syntax;
    open += syntax == Syntax::kOpenParenthesis || syntax == Syntax::kOpenBracket || syntax == Syntax::kOpenBrace;
    open -= syntax == Syntax::kCloseParenthesis || syntax == Syntax::kCloseBracket || syntax == Syntax::kCloseBrace;
    if (open == 0) return at[1].token == Token::kSyntax && at[1].syntax == Syntax::kColonToken;
  }
}

/// One item is an expression in parentheses, several stand in the clause's.
void QuickParser::with_items_in_parentheses(Number clause) {
  const Number open = leaf(Syntax::kOpenParenthesis);
  const Number first = with_as(expression());
  if (is(Syntax::kCloseParenthesis)) {
    const Number whole = around(Syntax::kParenthesized, open);
    append(whole, first);
    take(whole);
    append(clause, close(around(Syntax::kWithItem, close(whole))));
    return;
  }
  append(clause, open);
  append(clause, close(around(Syntax::kWithItem, first)));
  while (is(Syntax::kCommaToken) && ok_) {
    take(clause);
    if (is(Syntax::kCloseParenthesis)) break;
    append(clause, close(around(Syntax::kWithItem, with_as(expression()))));
  }
  expect(clause, Syntax::kCloseParenthesis);
}

QuickParser::Number QuickParser::decorated() {
  const Number node = make(Syntax::kDecorated);
  while (is(Syntax::kAtToken) && ok_) {
    const Number decorator = make(Syntax::kDecorator);
    take(decorator);
    append(decorator, expression());
    if (!is(Token::kNewline)) return failed();
    ++token_;
    append(node, close(decorator));
  }
  if (is(Syntax::kClassToken)) {
    append(node, class_definition());
  } else {
    const Number inner = make(Syntax::kFunction);
    if (is(Syntax::kAsyncToken)) take(inner);
    append(node, function(inner));
  }
  return close(node);
}

QuickParser::Number QuickParser::class_definition() {
  const Number node = make(Syntax::kClass);
  take(node);
  name(node);
  if (is(Syntax::kOpenParenthesis)) append(node, arguments());
  suite(node);
  return close(node);
}

QuickParser::Number QuickParser::function(Number node) {
  expect(node, Syntax::kDefToken);
  name(node);
  if (!is(Syntax::kOpenParenthesis)) return failed();
  const Number list = make(Syntax::kParameters);
  take(list);
  parameters(list, true);
  expect(list, Syntax::kCloseParenthesis);
  append(node, close(list));
  if (is(Syntax::kArrowToken)) {
    take(node);
    append(node, type());
  }
  suite(node);
  return close(node);
}

void QuickParser::parameters(Number list, bool typed) {
  const Syntax end = typed ? Syntax::kCloseParenthesis : Syntax::kColonToken;
  while (!is(end) && ok_) {
    append(list, parameter(typed));
    if (!is(Syntax::kCommaToken)) return;
    take(list);
  }
}

QuickParser::Number QuickParser::parameter(bool typed) {
  if (is(Syntax::kSlashToken)) return close(around(Syntax::kPositionalSeparator, leaf(Syntax::kSlashToken)));
  Number name_node;
  if (is(Syntax::kStarToken) || is(Syntax::kDoubleStarToken)) {
    const bool is_double = is(Syntax::kDoubleStarToken);
    if (!is_double && !next_is(Syntax::kIdentifier))
      return close(around(Syntax::kKeywordSeparator, leaf(Syntax::kStarToken)));
    name_node = make(is_double ? Syntax::kDictionarySplatPattern : Syntax::kListSplatPattern);
    take(name_node);
    name(name_node);
    close(name_node);
  } else {
    if (!is(Syntax::kIdentifier)) return failed();
    name_node = leaf(Syntax::kIdentifier);
  }
  if (typed && is(Syntax::kColonToken)) {
    const Number node = around(Syntax::kTypedParameter, name_node);
    take(node);
    append(node, type());
    if (is(Syntax::kEqualToken)) {
      nodes_[node].kind = Syntax::kTypedDefaultParameter;
      take(node);
      append(node, expression());
    }
    return close(node);
  }
  if (is(Syntax::kEqualToken)) {
    const Number node = around(Syntax::kDefaultParameter, name_node);
    take(node);
    append(node, expression());
    return close(node);
  }
  return name_node;
}

QuickParser::Number QuickParser::type() {
  const Level level(*this);
  const bool is_generic = begins_generic();
  Number node = close(around(Syntax::kType, is_generic ? generic_type() : expression()));
  // `list[int] | None`: the grammar has unions of types and of expressions, and prefers the former behind brackets.
  bool may_go_on = is_generic;
  while (may_go_on && is(Syntax::kPipeToken) && ok_) {
    const Number either = around(Syntax::kUnionType, node);
    take(either);
    may_go_on = begins_generic();
    append(either, close(around(Syntax::kType, may_go_on ? generic_type() : expression())));
    node = close(around(Syntax::kType, close(either)));
  }
  if (!ends_type()) return failed();
  return node;
}

bool QuickParser::begins_generic() const { return is(Syntax::kIdentifier) && next_is(Syntax::kOpenBracket); }

bool QuickParser::ends_type() const {
  return is(Token::kNewline) || is(Syntax::kEqualToken) || is(Syntax::kCommaToken) || is(Syntax::kColonToken) ||
         is(Syntax::kCloseBracket) || is(Syntax::kCloseParenthesis) || is(Syntax::kSemicolonToken);
}

QuickParser::Number QuickParser::generic_type() {
  const Number generic = make(Syntax::kGenericType);
  take(generic);
  const Number list = make(Syntax::kTypeParameter);
  take(list);
  while (!is(Syntax::kCloseBracket) && ok_) {
    append(list, type());
    if (!is(Syntax::kCommaToken)) break;
    take(list);
  }
  if (kind_of(last_[list]) == Syntax::kOpenBracket) return failed();
  expect(list, Syntax::kCloseBracket);
  append(generic, close(list));
  return close(generic);
}

}  // namespace syncfree::python
