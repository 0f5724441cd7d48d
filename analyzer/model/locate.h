// From a place in the source back to the node of the model, with what is around it.
#pragma once

#include <unordered_map>
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

  /// Do its statements follow each other in the source, each behind the one before. Code of a macro does not.
  bool is_in_order(Block block);
  /// The children of a long expression in the order of the source; empty if it is short or they overlap.
  Expressions ordered_children(const Expression& expression);

 private:
  const Module& module_;
  std::unordered_map<const void*, bool> in_order_;  // by the block's first element
  std::unordered_map<const Expression*, std::vector<const Expression*>> children_;
};

}  // namespace syncfree::model
