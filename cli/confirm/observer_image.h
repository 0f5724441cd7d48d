// The observer, as the bytes of the library that CUDA loads into the program. It travels inside of this program, so
// that there is nothing to install.
#pragma once

#include <string_view>

namespace syncfree::confirm {

/// Empty where programs are not observed: it is a library for Linux.
std::string_view observer_image();

}  // namespace syncfree::confirm
