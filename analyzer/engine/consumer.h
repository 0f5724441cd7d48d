// What becomes of a value that the host waits for: does the program need it on the host.
#pragma once

#include "analyzer/engine/event.h"
#include "analyzer/engine/function_view.h"

namespace syncfree::engine {

/// Of the expression at the event's range, followed through the function's variables.
Consumer consumer_of(const FunctionView& view, const Event& event);

}  // namespace syncfree::engine
