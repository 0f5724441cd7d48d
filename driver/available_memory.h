// How much memory programs can still have.
#pragma once

#include <cstdint>
#include <string_view>

namespace syncfree::driver {

/// In bytes: what the system can give without taking from others, and, in a group of processes with a limit, what is
/// left of it. 0 if nothing says it.
std::uint64_t available_memory();

/// The same from texts: of /proc/meminfo, and of the group's memory.max and memory.current (empty: there is none).
std::uint64_t available_memory(std::string_view meminfo, std::string_view most, std::string_view current);

}  // namespace syncfree::driver
