// Follows one step through the calls of a program.
#pragma once

#include "analyzer/plan/plan.h"
#include "analyzer/plan/program.h"

namespace syncfree::plan {

/// The points in the loop `scope` of the function, and those before it that stand in its head; kNoScope: all.
struct PointsOfLoop {
  std::span<const engine::RunPoint> head;
  std::span<const engine::RunPoint> body;
};
PointsOfLoop points_of(const engine::RunFunction& run, std::uint32_t scope);

/// Each function is gone through once; the work is linear in what is reached. `budget` counts down by the points that
/// are looked at; when it is used up, the rest is left out and counted.
Step follow_step(const Program& program, Start start, std::size_t& budget);

}  // namespace syncfree::plan
