// What a call of an object's own method means, read off the class that holds the code.
#pragma once

#include "analyzer/flow/filled_once.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// For the code of `function`, null for that of a module: the method of the same class that `self.is_due(step)` calls,
/// or the property that `self.is_due` reads. Both must outlive it.
flow::Callee own_callees(const model::Function* function, const model::SymbolTable& symbols);

}  // namespace syncfree::context
