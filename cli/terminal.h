// Whether people are looking, and how wide their screen is.
#pragma once

#include <cstddef>

#include "cli/choices.h"

namespace syncfree::cli {

/// Colours on a descriptor: as asked for, or on a terminal that can, unless NO_COLOR is set to something.
bool wants_color(Color color, int descriptor);

/// Columns of the terminal behind a descriptor, at most `limit`; `limit` without a terminal.
std::size_t terminal_width(int descriptor, std::size_t limit);

}  // namespace syncfree::cli
