// From the functions that are asked about, through all that they call, to what stops the goal.
#pragma once

#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/module_judge.h"

namespace syncfree::engine {

GoalAnswers answer_goals(const JudgedProject& project, const GoalQuestion& question);

}  // namespace syncfree::engine
