// The terminal behind a descriptor.
#pragma once

#include <cstddef>
#include <optional>

namespace syncfree::sys {

/// For main: what is written arrives byte by byte as it is, and a terminal understands escape sequences if it can.
void prepare_streams();

/// One that understands escape sequences, as far as the system says.
bool is_terminal(int descriptor);

std::optional<std::size_t> terminal_columns(int descriptor);

}  // namespace syncfree::sys
