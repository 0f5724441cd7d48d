// Finds the sources that a project keeps and does not build any more.
#pragma once

#include <span>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Adds what lies in a folder `old`, `deprecated` or the like to `Module::debug_code`, unless the other files include
/// it.
void mark_set_aside(std::span<const LinkedFile> files);

}  // namespace syncfree::cxx
