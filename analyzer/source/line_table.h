// From byte offsets to lines and columns, in each way that a report counts them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"

namespace syncfree::source {

/// A place as people and formats name it. Everything counts from 1; columns count from the line's start.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t byte_column = 1;       ///< bytes of UTF-8
  std::uint32_t character_column = 1;  ///< Unicode code points
  std::uint32_t utf16_column = 1;      ///< UTF-16 code units: characters beyond U+FFFF count twice

  friend constexpr bool operator==(const Position&, const Position&) = default;
};

/// The lines of one text. A line ends at "\n", "\r\n" or a lone "\r", as in Python; a form feed ends none. The text
/// must outlive the table.
class LineTable {
 public:
  explicit LineTable(std::string_view text);

  /// At least 1; a text that ends with a line end has no empty line after it, except the empty text's only line.
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

  /// The line (from 1) that holds `offset`; an offset at or past the end of the text belongs to the last line.
  std::uint32_t line_of(std::uint32_t offset) const;
  Position position(std::uint32_t offset) const;

  /// `line` counts from 1 and must exist. The range and the text leave out the line end.
  TextRange line_range(std::uint32_t line) const;
  std::string_view line_text(std::uint32_t line) const;

 private:
  /// How many characters and UTF-16 units the text has up to an offset.
  struct Count {
    std::uint32_t characters = 0;
    std::uint32_t utf16_units = 0;
  };
  Count count_up_to(std::uint32_t offset) const;
  void count_long_lines();

  std::string_view text_;
  std::vector<Count> counts_;  ///< at each multiple of a fixed step, if a line is longer than it
  std::vector<std::uint32_t> starts_;
};

}  // namespace syncfree::source
