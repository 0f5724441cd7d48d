// The call that `--goal` asks about, as people write it in Python: `Net(depth=2).forward(mask, scale=0.5)`.
#pragma once

#include <expected>
#include <string>

#include "analyzer/engine/goal.h"
#include "analyzer/model/symbol.h"

namespace syncfree::driver {

/// Its name and what it gives; the file is not set. An error is one line.
std::expected<engine::GoalTarget, std::string> read_goal_call(const std::string& text, model::SymbolTable& symbols);

}  // namespace syncfree::driver
