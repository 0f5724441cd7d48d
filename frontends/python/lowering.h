// The walk from syntax tree to program model. Each group of member functions has a file of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "analyzer/model/module.h"
#include "frontends/python/cursor.h"
#include "frontends/python/gather.h"
#include "frontends/python/literals.h"
#include "frontends/python/lower.h"
#include "frontends/python/name_cache.h"
#include "frontends/python/rewriting.h"
#include "frontends/python/scopes.h"

namespace syncfree::python {

/// Memory that is reused from file to file.
struct Scratch {
  std::vector<const model::Expression*> expressions;
  std::vector<const model::Statement*> statements;
  std::vector<model::Expression*> chain;
  std::vector<model::Argument> arguments;
  std::vector<model::Parameter> parameters;
  std::vector<model::ComparisonOperator> comparison_operators;
  std::vector<model::DictionaryItem> dictionary_items;
  std::vector<model::ComprehensionClause> clauses;
  std::vector<model::FormattedField> fields;
  std::vector<model::WithItem> with_items;
  std::vector<model::ExceptHandler> handlers;
  std::vector<model::MatchCase> cases;
  std::vector<model::ImportedName> imported_names;
  std::vector<model::Symbol> symbols;
  std::vector<model::TextRange> ranges;
  Scopes scopes;
  FlatTree tree;
};

/// Lowers trees without syntax errors, one or more for a module: see recovery.h for how files with errors get there. A
/// member function that lowers "the node" expects the cursor on it and leaves it there.
class Lowering {
 public:
  Lowering(model::Module& module, NameCache& names, Scratch& scratch, const ParseLimits& limits)
      : module_(module),
        arena_(module.arena),
        text_(module.text),
        names_(names),
        scratch_(scratch),
        max_depth_(limits.max_depth),
        max_nesting_(limits.max_nesting) {
    scratch_.scopes.clear();
  }

  /// Adds the top-level statements of `tree` to `body`. The tree's text begins `offset` bytes into the module's, and
  /// differs from it as `rewriting` says.
  void add_tree(const TSTree& tree, std::uint32_t offset, const Rewriting& rewriting,
                Gather<const model::Statement*>& body);
  /// The same for the whole text, without a tree. False, and nothing is added, if that takes tree-sitter.
  bool add_quickly(std::string_view text, Gather<const model::Statement*>& body);
  /// Adds a statement that could not be read at all.
  void add_unknown(model::TextRange range, Gather<const model::Statement*>& body);
  /// Fills in what is known once all statements are there.
  void finish(Gather<const model::Statement*>& body);

 private:
  using Expression = model::Expression;
  using Statement = model::Statement;
  using TextRange = model::TextRange;
  using Symbol = model::Symbol;

  void add_nodes(std::uint32_t offset, Gather<const model::Statement*>& body);

  // expressions.cpp
  const Expression* expression();
  const Expression* operand();
  const Expression* literal();
  const Expression* operation();
  bool is_in_parentheses();
  bool is_single_in_parentheses();
  const Expression* name();
  const Expression* number();
  const Expression* constant(model::ConstantKind kind);
  const Expression* unary(bool is_not);
  const Expression* boolean();
  Syntax boolean_operator();
  const Expression* comparison();
  const Expression* conditional();
  const Expression* slice();
  const Expression* starred(std::uint8_t stars);
  const Expression* yield();
  const Expression* named();
  const Expression* too_deep();
  const Expression* unknown(TextRange range);

  // chains.cpp
  const Expression* chain();
  Expression* open_link();
  const Expression* close_link(Expression* link, const Expression* left);
  const Expression* await();
  void close_call(model::Call& call);
  void close_subscript(model::Subscript& subscript);
  model::Argument argument();
  std::span<const model::Argument> arguments();

  // displays.cpp
  const Expression* display();
  const Expression* sequence(model::SequenceKind kind);
  static void include_first(model::Sequence& sequence);
  const Expression* dictionary();
  const Expression* comprehension(model::ComprehensionKind kind);
  const Expression* bare_generator();
  TextRange comprehension_parts(model::Comprehension& node);
  model::ComprehensionClause comprehension_clause();

  // annotations.cpp
  const Expression* annotation();
  const Expression* generic_type();
  const Expression* union_type();
  void union_operands(Gather<const Expression*>& operands, Gather<TextRange>& ranges);
  bool is_union();
  const Expression* constrained_type();

  // strings.cpp
  const Expression* string();
  const Expression* concatenated_string();
  const Expression* formatted(bool is_template);
  const Expression* text_constant(TextRange range, model::ConstantKind kind, std::string_view text);
  void fields(Gather<model::FormattedField>& gathered);
  void field(Gather<model::FormattedField>& gathered);
  std::string_view content(const StringLiteral& literal);
  std::string_view docstring(model::Block body) const;

  // targets.cpp
  enum class Binding : bool { kNo, kYes };
  const Expression* target(Binding binding);
  const Expression* target_sequence(model::SequenceKind kind, Binding binding);
  void match_case(Gather<model::MatchCase>& cases);
  void pattern(Gather<Symbol>& captures, const Expression*& class_pattern, bool is_outermost);
  const Expression* dotted_expression();

  // statements.cpp
  model::Block block();
  void statements(Gather<const Statement*>& into);
  const Statement* statement();
  const Statement* unknown_statement(TextRange range);
  const Statement* expression_statement();
  const Statement* assignment(TextRange range);
  const Statement* augmented_assignment(TextRange range);
  const Statement* type_alias();
  const Expression* alias_name();
  const Expression* type_as_name(TextRange keyword);
  const Statement* return_statement();
  const Statement* raise_statement();
  const Statement* assert_statement();
  const Statement* delete_statement();
  const Statement* declaration(bool is_global);
  const Statement* import_statement();
  const Statement* import_from();
  void imported_name(Gather<model::ImportedName>& names);
  std::span<const Symbol> dotted_name();
  const Statement* python2_statement(const char* message);

  // compound_statements.cpp
  const Statement* if_statement();
  template <class Loop>
  void take_loop_blocks(Loop& loop);
  const Statement* while_statement();
  const Statement* for_statement();
  const Statement* with_statement();
  void with_item(Gather<model::WithItem>& items);
  bool is_as_in_parentheses();
  void managed(Gather<model::WithItem>& items);
  std::uint32_t enter_last_as();
  const Statement* try_statement();
  void except_clause(Gather<model::ExceptHandler>& handlers);
  const Statement* match_statement();
  model::Block clause_block();

  // definitions.cpp
  const Statement* decorated_definition();
  const Statement* function(model::Expressions decorators);
  const Statement* class_definition(model::Expressions decorators);
  const Expression* lambda();
  std::span<const model::Parameter> parameters();
  void parameter(Gather<model::Parameter>& parameters, model::ParameterKind& kind);
  model::Function* new_function(TextRange range);

  template <class T>
  T* make_expression(TextRange range) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->id = next_id_++;
    node->range = range;
    return node;
  }
  template <class T>
  T* make_statement(TextRange range) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->range = range;
    return node;
  }

  bool is_too_deep() const { return depth_ >= max_depth_ || nesting_ >= max_nesting_; }
  void enter_level() {
    ++depth_;
    ++nesting_;
  }
  void leave_level() {
    --depth_;
    --nesting_;
  }

  std::string_view text_of(TextRange range) const { return text_.substr(range.begin, range.size()); }
  Symbol symbol_of(TextRange range) { return names_.intern(text_of(range)); }
  /// The spoilt line that `range` lies in, or null.
  const TextRange* spoilt_line(TextRange range) const;
  const Expression* element();
  void add_problem(TextRange range, const char* message) { module_.problems.push_back({range, message}); }

  model::Module& module_;
  model::Arena& arena_;
  std::string_view text_;
  NameCache& names_;
  Scratch& scratch_;
  std::uint32_t max_depth_;
  std::uint32_t max_nesting_;
  Cursor cursor_;
  const Rewriting* rewriting_ = nullptr;  ///< null if nothing was
  std::uint32_t next_id_ = 0;
  std::uint32_t depth_ = 0;    ///< of the model above what is being lowered
  std::uint32_t nesting_ = 0;  ///< the part of it that took recursion
  bool told_too_deep_ = false;
  const model::Function* function_ = nullptr;  ///< whose body is being lowered
  const model::Class* class_ = nullptr;        ///< whose body directly holds what is being lowered
};

}  // namespace syncfree::python
