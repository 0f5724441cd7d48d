// Finds what only builds for other devices than NVIDIA's have, in projects that build for CUDA, too.
#pragma once

#include <span>

#include "frontends/cxx/link.h"

namespace syncfree::cxx {

/// Adds it to `Module::debug_code`: whoever builds for CUDA never runs it. That are branches that ask for HIP, calls of
/// HIP's functions, and files that are named for HIP or another accelerator and call none of CUDA's. A project that
/// calls CUDA's in less than half as many files as HIP's is one for HIP.
void mark_other_vendor(std::span<const LinkedFile> files);

}  // namespace syncfree::cxx
