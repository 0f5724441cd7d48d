// Which libcupti to use in this process.
#pragma once

#include <string>

namespace syncfree::observer {

/// The one that SYNCFREE_CUPTI names; else the one that is loaded already; else one beside the CUDA libraries that are
/// loaded, of a toolkit that the environment names or that is installed; else the name alone, for the loader to find.
std::string find_cupti();

}  // namespace syncfree::observer
