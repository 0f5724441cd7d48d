// From a place in the source back to the node of the model, with what is around it.
#pragma once

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

/// The outermost expression with exactly this range; `node` is null if there is none.
Location locate(const Module& module, TextRange range);

/// The innermost expression that holds this range, which may be a part of one that is none itself (a field of a
/// formatted string); without `node` if only a statement holds it.
Location locate_around(const Module& module, TextRange range);

/// The expressions that hold `range` and are not themselves all of it, innermost first.
std::vector<const Expression*> expressions_around(const Module& module, TextRange range);

}  // namespace syncfree::model
