// Functions that give back what they were given: `preds, target = checked(preds, target)`.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/inference/project.h"

namespace syncfree::summary {

/// A call of `module` gives the variable `name` back as it was, alone or as that part of a tuple.
bool gives_back(const inference::Project& project, std::uint32_t module, const model::Call& call,
                std::optional<std::size_t> part, model::Symbol name);

}  // namespace syncfree::summary
