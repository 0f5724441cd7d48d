// Which frontend reads a file: its name decides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace syncfree::cli {

/// C++ and CUDA sources and headers; everything else is Python.
bool is_cxx(std::string_view path);

/// What is read in folders.
std::vector<std::string> read_extensions();

}  // namespace syncfree::cli
