// Which frontend reads a file: its name decides, or else what it begins with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/encoding.h"

namespace syncfree::driver {

/// C++ and CUDA sources and headers; everything else is Python. A file of another extension is opened and recognised by
/// its first lines.
bool is_cxx(std::string_view path);

/// By its extension.
bool is_cxx_header(std::string_view path);

source::Decoder decoder_of(std::string_view path);

/// Of sources and headers.
std::vector<std::string> cxx_extensions();

/// What is read in folders.
std::vector<std::string> read_extensions();

}  // namespace syncfree::driver
