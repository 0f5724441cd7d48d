// Where the native code of the calling thread is, as offsets into its modules; names and lines are looked up later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace syncfree::observer {

struct NativePlace {
  std::string module;   ///< the file of the program or library
  uint64_t offset = 0;  ///< as addr2line takes it
  std::string symbol;   ///< mangled; empty where the module does not export it
};

/// Return addresses, innermost first. Takes some microseconds, and much less for a stack that the thread has had lately.
void read_native(std::vector<uint64_t>& addresses, std::size_t limit);

/// How many of them were unwound frame by frame.
uint64_t native_stacks_unwound();

/// The frames of the program's own code: those of CUDA, of CUPTI and of this library are left out.
std::vector<NativePlace> native_places(const std::vector<uint64_t>& addresses);

}  // namespace syncfree::observer
