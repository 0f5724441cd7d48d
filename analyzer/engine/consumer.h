// What becomes of a value that the host waits for: does the program need it on the host.
#pragma once

#include "analyzer/engine/event.h"
#include "analyzer/engine/function_view.h"

namespace syncfree::engine {

/// Of the expression at the event's range, followed through the function's variables. kUnknown for events that read
/// nothing back.
Consumer consumer_of(const FunctionView& view, const Event& event);

/// Does the shape of the tensor at `range`, which the data decide, vanish in a reduction or a masked store: then a mask
/// over the full shape would do as well.
bool shape_vanishes(const FunctionView& view, source::TextRange range);

}  // namespace syncfree::engine
