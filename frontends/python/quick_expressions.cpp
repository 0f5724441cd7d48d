// Expressions, as the quick parser reads them.
#include "frontends/python/quick_parser.h"

namespace syncfree::python {

namespace {

/// How tightly an operator binds, as in Python; 0: it is none.
int binary_level(Syntax token) {
  switch (token) {
    case Syntax::kPipeToken:
      return 1;
    case Syntax::kCaretToken:
      return 2;
    case Syntax::kAmpersandToken:
      return 3;
    case Syntax::kLeftShiftToken:
    case Syntax::kRightShiftToken:
      return 4;
    case Syntax::kPlusToken:
    case Syntax::kMinusToken:
      return 5;
    case Syntax::kStarToken:
    case Syntax::kAtToken:
    case Syntax::kSlashToken:
    case Syntax::kDoubleSlashToken:
    case Syntax::kPercentToken:
      return 6;
    default:
      return 0;
  }
}

}  // namespace

/// One, or a list without parentheses.
QuickParser::Number QuickParser::expressions() {
  const Number first = bare_element();
  if (!is(Syntax::kCommaToken)) return kind_of(first) == Syntax::kListSplat ? failed() : first;
  const Number list = around(Syntax::kExpressionList, first);
  rest_of_bare_list(list);
  return close(list);
}

void QuickParser::rest_of_list(Number list) {
  while (is(Syntax::kCommaToken) && ok_) {
    take(list);
    if (ends_list()) return;
    append(list, element());
  }
}

void QuickParser::rest_of_bare_list(Number list) {
  while (is(Syntax::kCommaToken) && ok_) {
    take(list);
    if (ends_list()) return;
    append(list, bare_element());
  }
}

bool QuickParser::ends_list() const {
  if (token_->token != Token::kSyntax) return !is(Token::kString) && !is(Token::kFormatStart);
  switch (token_->syntax) {
    case Syntax::kEqualToken:
    case Syntax::kColonToken:
    case Syntax::kCloseParenthesis:
    case Syntax::kCloseBracket:
    case Syntax::kCloseBrace:
    case Syntax::kSemicolonToken:
    case Syntax::kInToken:
    case Syntax::kFromToken:
      return true;
    default:
      return is_augmented_assignment();
  }
}

/// In brackets a star may stand before any expression.
QuickParser::Number QuickParser::element() { return is(Syntax::kStarToken) ? splat(Syntax::kListSplat) : expression(); }

QuickParser::Number QuickParser::bare_element() {
  if (!is(Syntax::kStarToken)) return expression();
  const Number node = make(Syntax::kListSplat);
  take(node);
  const Number operand = postfix();
  const Syntax kind = kind_of(operand);
  append(node, operand);
  const bool is_known =
      kind == Syntax::kIdentifier || kind == Syntax::kAttribute || kind == Syntax::kSubscript || kind == Syntax::kCall;
  return is_known ? close(node) : failed();
}

QuickParser::Number QuickParser::splat(Syntax kind) {
  const Number node = make(kind);
  take(node);
  append(node, expression());
  return close(node);
}

QuickParser::Number QuickParser::yield() {
  const Number node = make(Syntax::kYield);
  take_other(node);
  if (is(Syntax::kFromToken)) {
    take(node);
    append(node, expression());
  } else if (!at_end_of_simple() && !ends_list()) {
    append(node, expressions());
  }
  return close(node);
}

QuickParser::Number QuickParser::expression() {
  const Level level(*this);
  const Number node = conditional();
  return node;
}

QuickParser::Number QuickParser::conditional() {
  if (is(Syntax::kLambda)) return lambda();
  if (is(Syntax::kIdentifier) && next_is(Syntax::kNamedExpression)) {
    const Number node = make(Syntax::kNamedExpression);
    take(node);
    take_other(node);
    const Number value = expression();
    // The grammar takes the name into the condition.
    if (kind_of(value) == Syntax::kConditional) return failed();
    append(node, value);
    return close(node);
  }
  const Number value = disjunction();
  if (!is(Syntax::kIfToken)) return value;
  const Number node = around(Syntax::kConditional, value);
  take(node);
  append(node, disjunction());
  expect(node, Syntax::kElseToken);
  append(node, expression());
  return close(node);
}

QuickParser::Number QuickParser::lambda() {
  const Number node = make(Syntax::kLambda);
  take_other(node);
  if (!is(Syntax::kColonToken)) {
    const Number list = make(Syntax::kLambdaParameters);
    parameters(list, false);
    append(node, close(list));
  }
  expect(node, Syntax::kColonToken);
  append(node, expression());
  return close(node);
}

QuickParser::Number QuickParser::disjunction() {
  Number left = conjunction();
  while (is(Syntax::kOrToken) && ok_) {
    left = around(Syntax::kBooleanOperator, left);
    take(left);
    append(left, conjunction());
    close(left);
  }
  return left;
}

QuickParser::Number QuickParser::conjunction() {
  Number left = inversion();
  while (is(Syntax::kAndToken) && ok_) {
    left = around(Syntax::kBooleanOperator, left);
    take(left);
    append(left, inversion());
    close(left);
  }
  return left;
}

QuickParser::Number QuickParser::inversion() {
  if (!is(Syntax::kNotToken)) return comparison();
  const Level level(*this);
  const Number node = make(Syntax::kNotOperator);
  take(node);
  append(node, inversion());
  return close(node);
}

QuickParser::Number QuickParser::comparison() {
  const Number left = binary(1);
  Number node = 0;
  for (;;) {
    if (token_->token != Token::kSyntax) break;
    Syntax operation = token_->syntax;
    Number tokens = 1;
    if (operation == Syntax::kNotToken && next_is(Syntax::kInToken)) {
      operation = Syntax::kNotInToken;
      tokens = 2;
    } else if (operation == Syntax::kIsToken && next_is(Syntax::kNotToken)) {
      operation = Syntax::kIsNotToken;
      tokens = 2;
    } else if (operation != Syntax::kIsToken && operation != Syntax::kInToken &&
               (operation < Syntax::kEqualEqual || operation > Syntax::kGreaterEqual)) {
      break;
    }
    if (node == 0) node = around(Syntax::kComparisonOperator, left);
    if (tokens == 2) {
      const Number both = make(operation);
      take(both);
      take(both);
      append(node, close(both));
    } else {
      take(node);
    }
    append(node, binary(1));
  }
  return node == 0 ? left : close(node);
}

QuickParser::Number QuickParser::binary(int level) {
  Number left = unary();
  while (token_->token == Token::kSyntax && ok_) {
    const int found = binary_level(token_->syntax);
    if (found < level) break;
    left = around(Syntax::kBinaryOperator, left);
    take(left);
    append(left, binary(found + 1));
    close(left);
  }
  return left;
}

QuickParser::Number QuickParser::unary() {
  if (is(Syntax::kMinusToken) || is(Syntax::kPlusToken) || is(Syntax::kTildeToken)) {
    const Level level(*this);
    const Number node = make(Syntax::kUnaryOperator);
    take(node);
    append(node, unary());
    return close(node);
  }
  if (is(Syntax::kAwait)) {
    const Number node = make(Syntax::kAwait);
    take_other(node);
    append(node, power());
    return close(node);
  }
  return power();
}

QuickParser::Number QuickParser::power() {
  const Number left = postfix();
  if (!is(Syntax::kDoubleStarToken)) return left;
  const Level level(*this);
  const Number node = around(Syntax::kBinaryOperator, left);
  take(node);
  append(node, unary());
  return close(node);
}

QuickParser::Number QuickParser::postfix() {
  Number left = atom();
  while (token_->token == Token::kSyntax && ok_) {
    if (token_->syntax == Syntax::kDotToken) {
      left = around(Syntax::kAttribute, left);
      take(left);
      name(left);
    } else if (token_->syntax == Syntax::kOpenParenthesis) {
      left = around(Syntax::kCall, left);
      append(left, arguments());
    } else if (token_->syntax == Syntax::kOpenBracket) {
      left = around(Syntax::kSubscript, left);
      take(left);
      while (!is(Syntax::kCloseBracket) && ok_) {
        append(left, subscript());
        if (!is(Syntax::kCommaToken)) break;
        take(left);
      }
      if (nodes_[last_[left]].kind == Syntax::kOpenBracket) return failed();
      expect(left, Syntax::kCloseBracket);
    } else {
      break;
    }
    close(left);
  }
  return left;
}

QuickParser::Number QuickParser::subscript() {
  if (!is(Syntax::kColonToken)) {
    const Number first = bare_element();
    if (!is(Syntax::kColonToken)) return first;
    if (kind_of(first) == Syntax::kListSplat) return failed();
    return slice(around(Syntax::kSlice, first));
  }
  return slice(make(Syntax::kSlice));
}

QuickParser::Number QuickParser::slice(Number node) {
  for (int colons = 0; colons < 2 && is(Syntax::kColonToken) && ok_; ++colons) {
    take(node);
    if (!is(Syntax::kColonToken) && !is(Syntax::kCommaToken) && !is(Syntax::kCloseBracket)) append(node, expression());
  }
  return close(node);
}

QuickParser::Number QuickParser::arguments() {
  const Number list = make(Syntax::kArgumentList);
  take(list);
  while (!is(Syntax::kCloseParenthesis) && ok_) {
    append(list, argument());
    if (is(Syntax::kForToken) || is(Syntax::kAsyncToken)) {
      const Syntax kind = kind_of(last_[list]);
      if (nodes_[nodes_[list].first].next != last_[list] || kind == Syntax::kListSplat ||
          kind == Syntax::kDictionarySplat || kind == Syntax::kKeywordArgument)
        return failed();
      nodes_[list].kind = Syntax::kGenerator;
      clauses(list);
      break;
    }
    if (!is(Syntax::kCommaToken)) break;
    take(list);
  }
  expect(list, Syntax::kCloseParenthesis);
  return close(list);
}

QuickParser::Number QuickParser::argument() {
  if (is(Syntax::kStarToken)) return splat(Syntax::kListSplat);
  if (is(Syntax::kDoubleStarToken)) return splat(Syntax::kDictionarySplat);
  if (is(Syntax::kIdentifier) && next_is(Syntax::kEqualToken)) {
    const Number node = make(Syntax::kKeywordArgument);
    take(node);
    take(node);
    append(node, expression());
    return close(node);
  }
  return expression();
}

}  // namespace syncfree::python
