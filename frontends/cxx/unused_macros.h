// Finds the macros of a project's headers that nothing in the project uses.
#pragma once

#include <span>
#include <vector>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Adds their bodies to `Module::debug_code`: nothing there runs. A comment is no use. Those of a header that nothing
/// includes, and of one in a file that is not in `followed`, are left as they are.
void mark_unused_macros(std::span<const LinkedFile> files, const std::vector<bool>& followed);

}  // namespace syncfree::cxx
