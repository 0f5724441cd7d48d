// From tokens to the syntax tree: a parser that never needs a declaration it has not seen and never gives up.
// Declarations, statements and expressions have a file each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/model/arena.h"
#include "frontends/cxx/syntax/bracketed_tokens.h"
#include "frontends/cxx/syntax/tree.h"

namespace syncfree::cxx::syntax {

struct ParseLimits {
  std::uint32_t max_depth;  ///< what nests deeper is Missing
  std::uint32_t max_links;  ///< of chains of `else if`; longer ones are cut
};

class Parser {
 public:
  /// `tokens` and `arena` must outlive the parser and what it gives.
  Parser(const BracketedTokens& tokens, model::Arena& arena, ParseLimits limits)
      : tokens_(tokens), arena_(arena), limits_(limits) {}

  /// What stands at the level of the file, without the bodies of functions.
  Declarations file();
  FunctionBody function_body(const Function& function);
  /// All tokens as statements: of a macro's body.
  Statements statements();
  /// The tokens between as one expression.
  const Expression* expression_between(std::size_t begin, std::size_t end);

  /// Where nesting went beyond the limit for the first time.
  std::optional<source::TextRange> too_deep() const { return too_deep_; }

 private:
  /// The beginning of a declaration; `end` for a token that is not there.
  struct Head {
    std::size_t begin;
    std::size_t parameters;  ///< their `(`
    std::size_t name;        ///< of the function
    bool is_class = false;
    bool is_enum = false;
    bool assigned = false;
  };
  using DeclarationList = std::vector<const Declaration*>;

  // declarations.cpp
  Declarations declarations(std::size_t end);
  void declaration(std::size_t end, DeclarationList& into);
  bool preamble(std::size_t end, DeclarationList& into);
  void name_space(std::size_t end, DeclarationList& into);
  bool gather(Head& head, std::size_t end, DeclarationList& into);
  bool operator_head(Head& head, std::size_t end);
  void bracket(Head& head, std::size_t end);
  std::size_t name_before_template(std::size_t begin, std::size_t close) const;
  std::size_t body_behind_initializers(std::size_t end) const;
  void body(const Head& head, std::size_t end, DeclarationList& into);
  const Declaration* class_body(std::size_t begin, std::size_t open, std::size_t close);
  const Declaration* fields(std::size_t begin, std::size_t end);
  const Declaration* prototype(const Head& head);
  const Declaration* function(const Head& head, std::size_t open, std::size_t close);
  Parameters parameters(std::size_t open, std::size_t close);
  std::span<const Initializer> initializers(std::size_t from, std::size_t open);

  // statements.cpp
  Statements statements(std::size_t end);
  const Statement* statement(std::size_t end);
  const Statement* statement_by_keyword(std::size_t end);
  const Statement* block(std::size_t end);
  const Statement* if_statement(std::size_t end);
  std::optional<If::Branch> branch_of_if(std::size_t end);
  const Statement* for_statement(std::size_t end);
  const Statement* range_for(std::size_t begin, std::size_t close, std::size_t end);
  const Statement* while_statement(std::size_t end);
  const Statement* do_statement(std::size_t end);
  const Statement* switch_statement(std::size_t end);
  Switch::Section switch_section(std::size_t end);
  const Statement* try_statement(std::size_t end);
  const Statement* return_statement(std::size_t end);
  const Statement* jump(std::size_t end);
  const Statement* simple_statement(std::size_t end);
  const Statement* skipped_to(std::size_t end, std::initializer_list<std::string_view> texts);
  std::optional<Alias> alias(std::size_t end);
  bool ends_the_process(std::size_t end) const;

  // variables.cpp
  const Variables* variables(std::size_t end);
  std::size_t first_declared(std::size_t end, std::size_t& bindings) const;
  const Variables* bindings(std::size_t open, std::size_t end);
  Variables::Variable variable(std::size_t end);

  // expressions.cpp
  const Expression* expression(std::size_t end);
  const Expression* assignment(std::size_t end);
  const Expression* conditional(std::size_t end);
  const Expression* binary(std::size_t end, int least);
  const Expression* unary(std::size_t end);
  const Expression* prefixed(std::size_t end);
  const Expression* size_of(std::size_t end);
  bool is_cast(std::size_t open, std::size_t close) const;
  /// What is left before `end`, one expression after the other.
  Expressions rest_of(std::size_t end, const Expression* (Parser::*read)(std::size_t));

  // primaries.cpp
  const Expression* postfix(std::size_t end);
  Postfix::Suffix member(std::size_t end);
  const Expression* primary(std::size_t end);
  const Expression* literal();
  const Expression* group(std::size_t end);
  const Expression* braced(std::size_t end);
  const Expression* lambda(std::size_t end);
  const Expression* named_cast(std::size_t end);
  const Expression* qualified_name(std::size_t end);
  void launch(Name& name, std::size_t end);
  Arguments arguments(std::size_t close);

  // building blocks
  const Expression* missing(std::size_t begin, source::TextRange range);
  const Expression* too_deep_until(std::size_t begin, std::initializer_list<std::string_view> texts, std::size_t end);
  void tell_too_deep() {
    if (!too_deep_) too_deep_ = look().range;
  }

  template <class T>
  T* make(std::size_t begin) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->begin = static_cast<Index>(begin);
    node->end = static_cast<Index>(at_);
    return node;
  }

  const Token& look(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }
  bool accept(std::string_view text) {
    if (!look().is(text)) return false;
    ++at_;
    return true;
  }
  void resynchronize(std::size_t before) {
    if (at_ == before) ++at_;
  }

  const BracketedTokens& tokens_;
  model::Arena& arena_;
  ParseLimits limits_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t links_ = 0;  ///< of chains of `else if` around
  std::optional<source::TextRange> too_deep_;
};

}  // namespace syncfree::cxx::syntax
