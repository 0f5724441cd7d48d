// Where the running program's own file is.
#pragma once

#include <string>

namespace syncfree::sys {

/// Empty where the system does not say.
std::string running_program();

/// A path that opens that file, on Linux even after another one has taken its place.
std::string running_program_to_open();

}  // namespace syncfree::sys
