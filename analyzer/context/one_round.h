// Loops that go round once.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// The block ends by leaving the loop around it, or the function.
bool leaves_loop(model::Block block);
/// `for _ in range(1)`
bool runs_once(const model::Expression& iterable, const model::SymbolTable& symbols);
/// `for batch in loader: …; break`
bool ends_with_first(model::Block body);

}  // namespace syncfree::context
