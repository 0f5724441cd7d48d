// Loops of C++ that go over the rounds of a computation, or over frames and requests, where no library says so.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// `iter < max_iterations`, `for (int iter = 0;; ++iter)`, `while (!stopped)`, in `main` the loop without an
/// end, and in a function that trains `i < params.n_trees`.
/// `function`: the one around it; null in a module's body.
bool goes_over_rounds(const model::While& loop, const model::Function* function, const model::SymbolTable& symbols);

}  // namespace syncfree::context
