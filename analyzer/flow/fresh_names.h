// Names that each round of a loop binds anew, so that what a round left in them says nothing to the next one.
#pragma once

#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// Names that the rounds of a `for` or `while` bind, and that no round may read before it has bound them, in no order.
/// What functions and classes inside of the loop mention is left out.
std::vector<model::Symbol> fresh_names(const model::Statement& loop);

/// A function, a class or a lambda stands in it.
bool holds_functions(model::Block block);

}  // namespace syncfree::flow
