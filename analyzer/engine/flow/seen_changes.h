// Whether the model shows all that changes a value. That of Python does; that of C++ leaves out what is done to
// numbers, and who writes through a pointer.
#pragma once

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// Are the changes of all variables in the expression in the model of the function.
bool shows_all_changes(const FunctionView& view, const model::Expression& expression);

}  // namespace syncfree::engine
