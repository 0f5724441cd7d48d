// Lists that are used up, one element at a time: milestones.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// The list of `while marks and marks[-1] <= step: …; marks.pop()`, also of an `if`: the block takes away the element
/// that the test compares, so that it runs once for each that the list began with. Null for other code.
const model::Expression* used_up(model::Block block, const model::Expression& condition,
                                 const model::SymbolTable& symbols);

}  // namespace syncfree::flow
