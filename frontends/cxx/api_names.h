// The names of the API that a source is written in: HIP has CUDA's functions under names of its own.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::cxx {

/// Does the text name a function of HIP: "`hipMemcpy(d, h, n)` makes the host wait".
bool names_hip(std::string_view text);

/// The text with HIP's names for CUDA's functions, and without those of CUDA's driver, which HIP does not have. What is
/// said to be unmeasured is so on HIP.
std::string in_hip_names(std::string_view text);

}  // namespace syncfree::cxx
