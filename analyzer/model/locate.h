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
  const Function* function = nullptr;      ///< the innermost function that holds it, null at module level
};

/// The outermost expression with exactly this range; `node` is null if there is none.
Location locate(const Module& module, TextRange range);

}  // namespace syncfree::model
