// The tree of Python source as tree-sitter's grammar would give it, several times faster than tree-sitter: by recursive
// descent, of what a hand can follow. Anything else, errors among it, it leaves to the grammar.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontends/python/flat_tree.h"
#include "frontends/python/quick_tokens.h"

namespace syncfree::python {

/// It refuses what it is not sure of: what it accepts is right Python, and its tree is the grammar's. Only where the
/// grammar departs from Python it follows Python: `*a.b` is a star before `a.b`, `&` binds tighter than `^`, and a
/// bracket may hold lines of any indentation.
class QuickParser {
 public:
  using Number = std::uint32_t;  ///< of a node

  /// Adds to `nodes`, which is empty, as is `last` (by node: the last one in it).
  QuickParser(std::string_view text, const std::vector<QuickToken>& tokens, std::vector<FlatNode>& nodes,
              std::vector<Number>& last)
      : text_(text), token_(tokens.data()), nodes_(nodes), last_(last) {}

  /// False if it refuses; then the nodes are of no use.
  bool run() {
    const Number root = make(Syntax::kModule);
    while (token_->token != Token::kEnd && ok_) statement(root);
    if (!ok_) return false;
    close(root);
    return true;
  }

 private:
  static constexpr int kDeepest = 150;  ///< levels of recursion
  static constexpr QuickToken kNothing[2] = {{{}, Token::kEnd, Syntax::kOther}, {{}, Token::kEnd, Syntax::kOther}};

  /// One more level of recursion; what is nested deeper is not for this parser.
  class Level {
   public:
    explicit Level(QuickParser& parser) : depth_(parser.depth_) {
      if (++depth_ > kDeepest) parser.fail();
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  // nodes
  Number make(Syntax kind, Number begin = 0, Number end = 0) {
    nodes_.push_back({{begin, end}, 0, 0, 0, kind});
    last_.push_back(0);
    return static_cast<Number>(nodes_.size() - 1);
  }
  void append(Number parent, Number child) {
    nodes_[child].parent = parent;
    (last_[parent] == 0 ? nodes_[parent].first : nodes_[last_[parent]].next) = child;
    last_[parent] = child;
  }
  Number close(Number node) {
    if (nodes_[node].first != 0)
      nodes_[node].range = {nodes_[nodes_[node].first].range.begin, nodes_[last_[node]].range.end};
    return node;
  }
  Number around(Syntax kind, Number child) {
    const Number node = make(kind);
    append(node, child);
    return node;
  }
  Syntax kind_of(Number node) const { return nodes_[node].kind; }

  // tokens
  bool is(Syntax syntax) const { return token_->token == Token::kSyntax && token_->syntax == syntax; }
  bool is_keyword(Syntax syntax) const { return token_->token == Token::kKeyword && token_->syntax == syntax; }
  bool is(Token token) const { return token_->token == token; }
  bool next_is(Syntax syntax) const { return token_[1].token == Token::kSyntax && token_[1].syntax == syntax; }
  std::string_view word() const { return text_.substr(token_->range.begin, token_->range.size()); }
  Number leaf(Syntax kind) {
    const Number node = make(kind, token_->range.begin, token_->range.end);
    if (token_->token != Token::kEnd) ++token_;
    return node;
  }
  /// The token as a child, as what it is.
  void take(Number parent) { append(parent, leaf(token_->token == Token::kSyntax ? token_->syntax : Syntax::kOther)); }
  void take_other(Number parent) { append(parent, leaf(Syntax::kOther)); }
  void expect(Number parent, Syntax syntax) {
    if (!is(syntax)) return fail();
    take(parent);
  }
  void name(Number parent) {
    if (!is(Syntax::kIdentifier)) return fail();
    take(parent);
  }
  /// From here on there are no tokens, so that every loop ends.
  void fail() {
    ok_ = false;
    token_ = kNothing;
  }
  Number failed() {
    fail();
    return make(Syntax::kOther);
  }

  // quick_statements.cpp
  void statement(Number parent);
  Number async_statement();
  void simple_statements(Number parent);
  Number simple_statement();
  bool at_end_of_simple() const;
  Number keyword_statement();
  Number dotted_name();
  void import_list(Number parent, bool in_parentheses);
  Number import_from();
  bool is_augmented_assignment() const;
  Number expression_statement();
  Number assignment(Number left);
  Number right_side();
  bool to_pattern(Number node);

  // quick_compounds.cpp
  void suite(Number parent);
  Number if_statement();
  void else_clause(Number parent);
  Number while_statement();
  Number for_statement(Number node);
  Number targets();
  Number target();
  Number try_statement();
  Number with_as(Number value);
  Number with_statement(Number node);
  bool closes_before_colon() const;
  void with_items_in_parentheses(Number clause);
  Number decorated();
  Number class_definition();
  Number function(Number node);
  void parameters(Number list, bool typed);
  Number parameter(bool typed);
  Number type();
  bool begins_generic() const;
  bool ends_type() const;
  Number generic_type();

  // quick_expressions.cpp
  Number expressions();
  void rest_of_list(Number list);
  void rest_of_bare_list(Number list);
  bool ends_list() const;
  Number element();
  Number bare_element();
  Number splat(Syntax kind);
  Number yield();
  Number expression();
  Number conditional();
  Number lambda();
  Number disjunction();
  Number conjunction();
  Number inversion();
  Number comparison();
  Number binary(int level);
  Number unary();
  Number power();
  Number postfix();
  Number subscript();
  Number slice(Number node);
  Number arguments();
  Number argument();

  // quick_displays.cpp
  void clauses(Number parent);
  Number atom();
  Number parenthesized();
  Number list();
  Number braces();
  Number strings();
  Number one_string();
  Number field(Syntax kind);

  std::string_view text_;
  const QuickToken* token_;  ///< the next one; the last is kEnd
  std::vector<FlatNode>& nodes_;
  std::vector<Number>& last_;
  int depth_ = 0;
  bool ok_ = true;
};

}  // namespace syncfree::python
