// A hash that tells contents apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace syncfree::driver {

std::uint64_t content_hash(std::string_view bytes);

}  // namespace syncfree::driver
