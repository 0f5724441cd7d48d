// Simple statements, as the quick parser reads them.
#include "frontends/python/quick_parser.h"

namespace syncfree::python {

void QuickParser::statement(Number parent) {
  switch (token_->token) {
    case Token::kKeyword:
      switch (token_->syntax) {
        case Syntax::kWhile:
          return append(parent, while_statement());
        case Syntax::kTry:
          return append(parent, try_statement());
        case Syntax::kWith:
          return append(parent, with_statement(make(Syntax::kWith)));
        default:
          break;
      }
      break;
    case Token::kSyntax:
      switch (token_->syntax) {
        case Syntax::kIfToken:
          return append(parent, if_statement());
        case Syntax::kForToken:
          return append(parent, for_statement(make(Syntax::kFor)));
        case Syntax::kDefToken:
          return append(parent, function(make(Syntax::kFunction)));
        case Syntax::kClassToken:
          return append(parent, class_definition());
        case Syntax::kAtToken:
          return append(parent, decorated());
        case Syntax::kAsyncToken:
          return append(parent, async_statement());
        default:
          break;
      }
      break;
    case Token::kString:
    case Token::kFormatStart:
      break;
    default:
      return fail();
  }
  simple_statements(parent);
}

QuickParser::Number QuickParser::async_statement() {
  const Syntax kind = next_is(Syntax::kDefToken)   ? Syntax::kFunction
                      : next_is(Syntax::kForToken) ? Syntax::kFor
                                                   : Syntax::kWith;
  const Number node = make(kind);
  take(node);
  if (kind == Syntax::kFunction) return function(node);
  if (kind == Syntax::kFor) return for_statement(node);
  if (!is_keyword(Syntax::kWith)) return failed();
  return with_statement(node);
}

void QuickParser::simple_statements(Number parent) {
  for (;;) {
    append(parent, simple_statement());
    if (is(Syntax::kSemicolonToken)) take(parent);
    if (is(Token::kNewline)) break;
    if (nodes_[last_[parent]].kind != Syntax::kSemicolonToken) return fail();
    if (!ok_) return;
  }
  ++token_;
}

QuickParser::Number QuickParser::simple_statement() {
  if (token_->token == Token::kKeyword) return keyword_statement();
  if (is(Syntax::kFromToken)) return import_from();
  if (is(Syntax::kIdentifier)) {
    const std::string_view text = word();
    if (text == "print" || text == "exec") {
      const Token after = token_[1].token;
      if (after != Token::kSyntax || (token_[1].syntax != Syntax::kOpenParenthesis &&
                                      token_[1].syntax != Syntax::kDotToken && token_[1].syntax != Syntax::kEqualToken))
        return failed();
      const Number node = expression_statement();
      const bool is_call =
          kind_of(nodes_[node].first) == Syntax::kCall || kind_of(nodes_[node].first) == Syntax::kAssignment;
      return is_call && nodes_[nodes_[node].first].next == 0 ? node : failed();
    }
    if ((text == "match" || text == "type") && !next_is(Syntax::kEqualToken) && !next_is(Syntax::kDotToken) &&
        !next_is(Syntax::kCommaToken) && !next_is(Syntax::kColonToken) && token_[1].token != Token::kNewline)
      return failed();
  }
  return expression_statement();
}

bool QuickParser::at_end_of_simple() const { return is(Token::kNewline) || is(Syntax::kSemicolonToken); }

QuickParser::Number QuickParser::keyword_statement() {
  const Syntax kind = token_->syntax;
  const Number node = make(kind);
  switch (kind) {
    case Syntax::kPass:
    case Syntax::kBreak:
    case Syntax::kContinue:
      nodes_[node].range = token_->range;
      // The keyword is a node inside of the statement.
      take_other(node);
      return close(node);
    case Syntax::kReturn:
      take_other(node);
      if (!at_end_of_simple()) append(node, expressions());
      return close(node);
    case Syntax::kDelete:
      take_other(node);
      append(node, expressions());
      return close(node);
    case Syntax::kRaise:
      take_other(node);
      if (!at_end_of_simple()) append(node, expressions());
      if (is(Syntax::kFromToken)) {
        take(node);
        append(node, expression());
      }
      return close(node);
    case Syntax::kAssert:
      take_other(node);
      append(node, expression());
      while (is(Syntax::kCommaToken)) {
        take(node);
        append(node, expression());
      }
      return close(node);
    case Syntax::kGlobal:
    case Syntax::kNonlocal:
      take_other(node);
      name(node);
      while (is(Syntax::kCommaToken)) {
        take(node);
        name(node);
      }
      return close(node);
    case Syntax::kImport:
      take_other(node);
      import_list(node, false);
      return close(node);
    default:
      return failed();
  }
}

QuickParser::Number QuickParser::dotted_name() {
  const Number node = make(Syntax::kDottedName);
  name(node);
  while (is(Syntax::kDotToken) && ok_) {
    take(node);
    name(node);
  }
  return close(node);
}

void QuickParser::import_list(Number parent, bool in_parentheses) {
  while (ok_) {
    const Number dotted = dotted_name();
    if (is(Syntax::kAsToken)) {
      const Number alias = around(Syntax::kAliasedImport, dotted);
      take(alias);
      name(alias);
      append(parent, close(alias));
    } else {
      append(parent, dotted);
    }
    if (!is(Syntax::kCommaToken)) return;
    take(parent);
    if (in_parentheses && is(Syntax::kCloseParenthesis)) return;
    if (!in_parentheses && at_end_of_simple()) return;
  }
}

QuickParser::Number QuickParser::import_from() {
  const bool is_future = token_[1].token == Token::kSyntax && token_[1].syntax == Syntax::kIdentifier &&
                         text_.substr(token_[1].range.begin, token_[1].range.size()) == "__future__" &&
                         token_[2].token == Token::kKeyword;
  const Number node = make(is_future ? Syntax::kFutureImport : Syntax::kImportFrom);
  take(node);
  if (is_future) {
    append(node, leaf(Syntax::kFutureToken));
  } else if (is(Syntax::kDotToken) || is(Syntax::kEllipsis)) {
    const Number relative = make(Syntax::kRelativeImport);
    const Number prefix = make(Syntax::kImportPrefix);
    while (is(Syntax::kDotToken) || is(Syntax::kEllipsis)) {
      for (Number at = token_->range.begin; at < token_->range.end; ++at)
        append(prefix, make(Syntax::kDotToken, at, at + 1));
      ++token_;
    }
    append(relative, close(prefix));
    if (is(Syntax::kIdentifier)) append(relative, dotted_name());
    append(node, close(relative));
  } else {
    append(node, dotted_name());
  }
  if (!is_keyword(Syntax::kImport)) return failed();
  take_other(node);
  if (is(Syntax::kStarToken)) {
    if (is_future) return failed();
    const Number star = make(Syntax::kWildcardImport, token_->range.begin, token_->range.end);
    take(star);
    append(node, star);
  } else if (is(Syntax::kOpenParenthesis)) {
    take(node);
    import_list(node, true);
    expect(node, Syntax::kCloseParenthesis);
  } else {
    import_list(node, false);
  }
  return close(node);
}

bool QuickParser::is_augmented_assignment() const {
  return token_->token == Token::kSyntax && token_->syntax >= Syntax::kPlusEqual &&
         token_->syntax <= Syntax::kCaretEqual;
}

QuickParser::Number QuickParser::expression_statement() {
  const Number node = make(Syntax::kExpressionStatement);
  if (is(Syntax::kYield)) {
    append(node, yield());
    return close(node);
  }
  const Number first = bare_element();
  if (is(Syntax::kCommaToken)) {
    const Number list = around(Syntax::kExpressionList, first);
    rest_of_bare_list(list);
    if (is(Syntax::kEqualToken) || is_augmented_assignment()) {
      append(node, assignment(close(list)));
    } else {
      // Behind a comma at its end the grammar may go on with the next line.
      if (kind_of(last_[list]) == Syntax::kCommaToken) return failed();
      // A statement holds the elements itself.
      for (Number child = nodes_[list].first; child != 0;) {
        const Number next = nodes_[child].next;
        nodes_[child].next = 0;
        append(node, child);
        child = next;
      }
    }
    return close(node);
  }
  if (is(Syntax::kEqualToken) || is(Syntax::kColonToken) || is_augmented_assignment()) {
    append(node, assignment(first));
  } else {
    if (kind_of(first) == Syntax::kListSplat) return failed();
    append(node, first);
  }
  return close(node);
}

/// Of an assignment, from its left side on.
QuickParser::Number QuickParser::assignment(Number left) {
  if (!to_pattern(left)) return failed();
  if (is(Syntax::kColonToken)) {
    const Number node = around(Syntax::kAssignment, left);
    take(node);
    append(node, type());
    if (is(Syntax::kEqualToken)) {
      take(node);
      append(node, right_side());
    }
    return close(node);
  }
  const bool is_plain = is(Syntax::kEqualToken);
  const Number node = around(is_plain ? Syntax::kAssignment : Syntax::kAugmentedAssignment, left);
  take(node);
  append(node, right_side());
  return close(node);
}

QuickParser::Number QuickParser::right_side() {
  if (is(Syntax::kYield)) return yield();
  const Number value = expressions();
  if (!is(Syntax::kEqualToken) && !is_augmented_assignment()) return value;
  const Level level(*this);
  return assignment(value);
}

/// What was read as an expression is a target.
bool QuickParser::to_pattern(Number node) {
  const auto children = [&] {
    for (Number child = nodes_[node].first; child != 0; child = nodes_[child].next) {
      const Syntax kind = kind_of(child);
      const bool is_token = kind >= Syntax::kPlusToken;
      if (!is_token && !to_pattern(child)) return false;
    }
    return true;
  };
  switch (kind_of(node)) {
    case Syntax::kIdentifier:
    case Syntax::kAttribute:
    case Syntax::kSubscript:
      return true;
    case Syntax::kTuple:
    case Syntax::kParenthesized:
      nodes_[node].kind = Syntax::kTuplePattern;
      return children();
    case Syntax::kList:
      nodes_[node].kind = Syntax::kListPattern;
      return children();
    case Syntax::kExpressionList:
      nodes_[node].kind = Syntax::kPatternList;
      return children();
    case Syntax::kListSplat:
      nodes_[node].kind = Syntax::kListSplatPattern;
      return true;
    default:
      return false;
  }
}

}  // namespace syncfree::python
