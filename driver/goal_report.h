// From what the analysis says of functions to a report about a goal.
#pragma once

#include <expected>
#include <string>

#include "driver/check.h"

namespace syncfree::driver {

/// The report's findings become what stops the goal of the request. The error is one line: a function that is not
/// there, or several of that name.
std::expected<void, std::string> make_goal_report(const GoalRequest& goal, CheckResult& result);

}  // namespace syncfree::driver
