// A half-open range of bytes in one source file.
#pragma once

#include <cstdint>

namespace syncfree::source {

/// Byte offsets into the file's text, `begin <= end`. Lines and columns are computed only when something is reported.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend constexpr bool operator==(TextRange, TextRange) = default;
  constexpr std::uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool contains(TextRange other) const { return begin <= other.begin && other.end <= end; }
  constexpr bool overlaps(TextRange other) const { return begin < other.end && other.begin < end; }
};

}  // namespace syncfree::source
