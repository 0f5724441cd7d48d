// What loops go over where no library says so: in C++ the rounds of a computation, frames or requests; what is one step
// together.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// `iter < max_iterations`, `for (int iter = 0;; ++iter)`, `while (!stopped)`, in `main` the loop without an
/// end, and in a function that trains `i < params.n_trees`.
/// `function`: the one around it; null in a module's body.
bool goes_over_rounds(const model::While& loop, const model::Function* function, const model::SymbolTable& symbols);

/// `for part in range(self.gradient_accumulation_steps)`: its rounds are one step together. `range(steps * every)`
/// goes over several steps.
bool gathers_gradients(const model::Expression& iterable, const model::SymbolTable& symbols);

/// `for layer in self.layers: x = layer(x)`, in a method: all of them are one step.
bool goes_over_own_parts(const model::Expression& iterable, const model::Function* function);

}  // namespace syncfree::context
