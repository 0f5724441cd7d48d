// From what the analysis says of functions to a report about a goal.
#pragma once

#include <expected>
#include <string>

#include "driver/check.h"

namespace syncfree::driver {

/// Functions that the files only import from a library are asked for in the library's own file from now on. Returns
/// whether there are any: the request has to be checked again, then.
bool follow_imports(CheckRequest& request, const CheckResult& result);

/// The report's findings become what stops the goal of the request. The error is one line: a function that is not
/// there, or several of that name.
std::expected<void, std::string> make_goal_report(const GoalRequest& goal, CheckResult& result);

}  // namespace syncfree::driver
