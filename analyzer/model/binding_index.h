// Where the names of a module are bound: for questions that many findings of one file ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::model {

/// One statement that binds a name.
struct Binding {
  std::uint32_t number;        ///< of the statement, as the source runs
  const Statement* statement;  ///< the innermost one
  Block block;                 ///< that it stands in
};

/// Reads the module when it is first asked. The module and the symbols must outlive it. For one thread.
class BindingIndex {
 public:
  BindingIndex(const Module& module, const SymbolTable& symbols) : module_(module), symbols_(symbols) {}

  /// How often the statement, with all that it holds, binds the name: as a target, a loop's variable, a handler's or a
  /// pattern's name. Of what binds names without expressions (imports, definitions, `global`) any mention counts twice.
  std::size_t count(const Statement& statement, Symbol name) { return count(Block(), &statement, name); }
  /// The same of a whole block.
  std::size_t count(Block block, Symbol name) { return count(block, nullptr, name); }
  /// What binds the name in the block by an expression, in order.
  std::span<const Binding> bindings(Block block, Symbol name);
  /// What binds the name in the block, if that is one statement that does it once; null otherwise.
  const Binding* only(Block block, Symbol name);

 private:
  using Interval = std::pair<std::uint32_t, std::uint32_t>;  // numbers of statements

  void read();
  void read(Block block);
  void read(const Statement& statement, Block block);
  void read_own(const Statement& statement, const Binding& here);
  void read_words(const Statement& statement, std::uint32_t number);
  void bind(const Expression* target, const Binding& here);
  Interval interval_of(Block block, const Statement* statement);
  std::size_t count(Block block, const Statement* statement, Symbol name);

  const Module& module_;
  const SymbolTable& symbols_;
  bool is_read_ = false;
  std::uint32_t next_ = 0;
  std::unordered_map<const Statement*, Interval> intervals_;
  std::unordered_map<std::uint32_t, std::vector<Binding>> bindings_;  // by symbol, sorted by number
  // By word: the innermost imports, definitions and the like that mention it, sorted.
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> mentions_;
};

}  // namespace syncfree::model
