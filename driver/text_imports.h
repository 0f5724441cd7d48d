// The imports of a Python file, seen in its text alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::driver {

struct TextImport {
  std::uint32_t level = 0;  ///< how many dots stand before it
  std::string path;         ///< dotted; empty for `from . import x`

  friend bool operator==(const TextImport&, const TextImport&) = default;
  friend auto operator<=>(const TextImport&, const TextImport&) = default;
};

/// Each once. May hold what only looks like one, in a comment or a string; leaves none out but those that are computed.
std::vector<TextImport> imports_in(std::string_view text);

}  // namespace syncfree::driver
