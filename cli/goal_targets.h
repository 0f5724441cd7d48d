// Functions as a user names them for a goal: MODULE:CLASS.FUNCTION, or FILE:CLASS.FUNCTION.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "driver/environment.h"
#include "driver/request.h"

namespace syncfree::cli {

/// The functions among `words`; files and folders stay in it, and the files of the functions come to them. A module is
/// looked for in the working directory and the folders that are named, then among the packages of the environment. The
/// error is one line.
std::expected<driver::GoalRequest, std::string> take_targets(engine::Goal goal, std::vector<std::string>& words,
                                                             const driver::EnvironmentSettings& environment);

}  // namespace syncfree::cli
