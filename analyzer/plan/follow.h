// Follows one step through the calls of a program.
#pragma once

#include "analyzer/plan/plan.h"
#include "analyzer/plan/program.h"

namespace syncfree::plan {

/// Is the point inside of the loop `scope` of the function, or in its head; kNoScope: always.
bool is_inside(const engine::RunFunction& run, const engine::RunPoint& point, std::uint32_t scope);

/// Each function is gone through once; the work is linear in what is reached. `budget` counts down by the points that
/// are looked at; when it is used up, the rest is left out and counted.
Step follow_step(const Program& program, Start start, std::size_t& budget);

}  // namespace syncfree::plan
