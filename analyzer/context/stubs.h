// Functions that do nothing (CodeShape::is_stub), where that decides about temperatures.
//
// To keep when is_stub is asked anywhere else: what is decided by it has a say here.
#pragma once

#include <span>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/context_table.h"
#include "analyzer/context/shapes.h"
#include "analyzer/inference/project.h"

namespace syncfree::context {

/// Some temperature may be another one if these functions did nothing, or did something that makes no step. `trains`:
/// by code, a call of it is a step. False says that all are the same.
bool may_count_as_stubs(const inference::Project& project, const Shapes& shapes, const CallLinks& links,
                        const std::vector<bool>& trains, std::span<const Code> functions);

}  // namespace syncfree::context
