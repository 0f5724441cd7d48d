// Flags that a branch takes back: what stands there runs once for each time that they are set.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `if self.captures: …; self.captures = False` in a method of a class that sets the flag only where objects are made
/// or set up.
bool switches_off(model::Block block, const model::Expression& condition, const model::Function& method,
                  const model::SymbolTable& symbols);

}  // namespace syncfree::flow
