// Does a call read an argument back if it is a number on the GPU.
#pragma once

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// `torch.arange(0, n)`, `x.expand(3, n)`, `torch.zeros((3, n))`: `n`, or the tuple that holds it, is `argument`. By
/// the measured rows: the call waits if a tensor without dimensions stands there, and not for a number of the host.
bool needs_host_number(const FunctionView& view, const model::Call& call, const model::Expression& argument);

}  // namespace syncfree::engine
