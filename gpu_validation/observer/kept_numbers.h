// Results that a program without Python keeps, so that two runs can be compared; of programs with Python, kept_results.py
// keeps them. The file is the same.
#pragma once

#include <cstdint>
#include <string>

namespace syncfree::observer {

/// Takes `count` elements at `data`, in host memory, at once. `type` is an element type as torch names it, "float32". Of
/// more than 1 MiB, every so many elements are kept; of a run, 16 MiB and 20,000 values. What cannot be kept is counted.
void keep_numbers(const char* name, const char* type, const void* data, std::uint64_t count);

/// The file; empty if nothing was kept.
std::string kept_numbers_text();

}  // namespace syncfree::observer
