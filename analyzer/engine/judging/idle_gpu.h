// Copies to the GPU that come when it has nothing to do: the host has just read something back, and has queued nothing
// since. Such a copy waits for itself alone.
#pragma once

#include <span>

#include "analyzer/engine/flow/function_view.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// On each way to the copy, in the same round of the loop around it, a wait has emptied the queue, and since then the
/// host has given the GPU nothing but other copies. `view`: with all waits of the function.
bool finds_gpu_idle(const FunctionView& view, const Event& copy, std::span<const RuleInfo> rules);

}  // namespace syncfree::engine
