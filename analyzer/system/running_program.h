// The running program: its own file, and what it was called with.
#pragma once

#include <string>
#include <vector>

namespace syncfree::sys {

/// Empty where the system does not say.
std::string running_program();

/// A path that opens that file, on Linux even after another one has taken its place.
std::string running_program_to_open();

/// The bytes of the linker's build ID, a hash of all that the program was made of. Empty where it has none.
std::string build_id();

/// As UTF-8, without the program's name; from those of main.
std::vector<std::string> program_arguments(int count, char** values);

/// For main, after everything is written (write_descriptor keeps nothing back). Threads of run_beside may still run; on
/// Windows the process ends at once, so that they do not outlive what the C library's end destroys.
[[noreturn]] void end_program(int status);

}  // namespace syncfree::sys
