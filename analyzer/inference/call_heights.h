// How many calls lie below each function.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

/// By function: the length of the longest way down through the calls of C++, of which the text says what they call; a
/// circle counts once. A function is higher than all that it calls. 0 for what calls nothing, and for all of Python.
std::vector<std::uint32_t> call_heights(const Project& project);

}  // namespace syncfree::inference
