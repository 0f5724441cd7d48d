// Finds the code that a header of the project leaves out: it is for builds without a macro that the header defines.
#pragma once

#include <span>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Adds it to `Module::debug_code`: whoever wants it edits the header. `#ifndef NAME` behind an `#include` of a header
/// that defines it in every build.
void mark_left_out_code(std::span<const LinkedFile> files);

}  // namespace syncfree::cxx
