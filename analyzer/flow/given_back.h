// Functions that give back a variable as it was: `return preds, target`, `return self`.
#pragma once

#include <cstddef>
#include <optional>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// Each `return` of the body gives the variable, alone or as that part of a tuple, there is one, and nothing is stored
/// in it. Functions and classes inside are left out.
bool gives_back(model::Block body, model::Symbol name, std::optional<std::size_t> part = std::nullopt);

}  // namespace syncfree::flow
