// Which frontend reads a file: its name decides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/encoding.h"

namespace syncfree::cli {

/// C++ and CUDA sources and headers; everything else is Python.
bool is_cxx(std::string_view path);

source::Decoder decoder_of(std::string_view path);

/// What is read in folders.
std::vector<std::string> read_extensions();

}  // namespace syncfree::cli
