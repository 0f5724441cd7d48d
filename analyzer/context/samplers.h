// Who takes all steps of a sampling: denoising, decoding. What stands outside of its loops is done once for all of
// them.
#pragma once

#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/heat.h"
#include "analyzer/context/shapes.h"

namespace syncfree::context {

/// By code: it has a loop without gradients whose rounds are steps, or calls, outside of its loops, what has one.
/// `loop_heat`: by code, loop.
std::vector<bool> mark_samplers(const Shapes& shapes, const CallLinks& links,
                                const std::vector<std::vector<Heat>>& loop_heat);

}  // namespace syncfree::context
