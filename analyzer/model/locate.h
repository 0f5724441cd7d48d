// From a place in the source back to the node of the model, with what is around it.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/model/module.h"

namespace syncfree::model {

/// An expression and the way down to it.
struct Location {
  const Expression* node = nullptr;
  std::vector<const Expression*> parents;  ///< the expressions around it, innermost first
  const Statement* statement = nullptr;    ///< the innermost statement that holds it
  Block block;                             ///< the one that `statement` is in
  std::vector<const Statement*> around;    ///< the statements around `statement`, innermost first
  const Function* function = nullptr;      ///< the innermost function that holds it, null at module level
};

/// Finds expressions of one module by their place. It remembers what it learns of long blocks and expressions, so that
/// each of many places in them is found in logarithmic time. For one thread.
class Locator {
 public:
  explicit Locator(const Module& module) : module_(module) {}

  /// The outermost expression with exactly this range; `node` is null if there is none.
  Location locate(TextRange range);
  /// The innermost expression that holds this range, which may be a part of one that is none itself (a field of a
  /// formatted string); without `node` if only a statement holds it.
  Location locate_around(TextRange range);
  /// The expressions that hold `range` and are not themselves all of it, innermost first.
  std::vector<const Expression*> expressions_around(TextRange range);

  /// Is the range a use of a macro of the program.
  bool is_use_of_macro(TextRange range);

  /// Those of a block's statements that may hold the range, and the one behind them, whose decorators may.
  Block candidates(Block block, TextRange range);
  /// The same of the children of an expression; nothing if they are few.
  std::optional<Expressions> candidates(const Expression& expression, TextRange range);
  /// The same of the cases of a `match`.
  std::span<const MatchCase> candidates(const Match& match, TextRange range);

 private:
  /// Does each of the nodes begin and end behind the one before; asked of a list once.
  template <class Nodes, class RangeOf>
  bool is_in_order(const Nodes& nodes, RangeOf range_of);

  const Module& module_;
  std::unordered_map<const void*, bool> in_order_;  // by the list's first element
  std::unordered_map<const Expression*, std::vector<const Expression*>> children_;
  std::optional<std::set<std::pair<std::uint32_t, std::uint32_t>>> macro_uses_;
};

}  // namespace syncfree::model
