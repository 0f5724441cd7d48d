// Which parameters of a function a value in it is computed from, read off the text.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "analyzer/model/expression.h"
#include "analyzer/model/statement.h"

namespace syncfree::summary {

/// Indices of parameters; nothing where something else may be behind the value: `*rest`, or a variable that is bound by
/// more than assignments and loops.
std::optional<std::set<std::uint32_t>> parameters_behind(const model::Expression& value,
                                                         const model::Function& function);

}  // namespace syncfree::summary
