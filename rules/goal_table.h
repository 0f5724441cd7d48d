// What the waits of each rule, and single operators, do to a graph capture and to torch.compile: generated from the
// pages in this folder (key `stops`) and from goals.toml.
#pragma once

#include "analyzer/engine/goal.h"

namespace syncfree::rules {

/// Constant, lives as long as the program.
engine::GoalFacts goal_facts();

}  // namespace syncfree::rules
