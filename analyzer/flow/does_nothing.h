// Bodies of functions that stand for others: stubs, overloads, what a subclass is to define.
#pragma once

#include "analyzer/model/statement.h"

namespace syncfree::flow {

/// Nothing but a docstring, `...`, `pass` and a refusal.
bool does_nothing(model::Block body);

}  // namespace syncfree::flow
