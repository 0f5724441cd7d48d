// Places in a text as editors count them, and the way from and to byte offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"
#include "lsp/json.h"

namespace syncfree::lsp {

/// What a column counts: client and server agree on one.
enum class Encoding : std::uint8_t { kUtf8, kUtf16, kUtf32 };

std::string_view name_of(Encoding);  ///< "utf-8"
std::optional<Encoding> encoding_of(std::string_view name);

/// Both from 0.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

struct Range {
  Position start;
  Position end;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Throws as nlohmann's `at` and `get` do where the JSON is no position.
Position position_from(const Json& json);
Range range_from(const Json& json);
Json to_json(const Position& position);
Json to_json(const Range& range);

/// The lines of one text. A line ends at "\n", "\r\n" or a lone "\r". Behind a last line end there is an empty line.
class LineStarts {
 public:
  explicit LineStarts(std::string_view text);

  std::uint32_t count() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::uint32_t start(std::uint32_t line) const { return starts_[line]; }

  /// A column behind the line's end means its end, a line behind the text's end the text's. Never in the middle of a
  /// character. `text` is what the lines are of.
  std::uint32_t offset(std::string_view text, Position position, Encoding encoding) const;
  Position position(std::string_view text, std::uint32_t offset, Encoding encoding) const;
  source::TextRange range(std::string_view text, const Range& range, Encoding encoding) const;
  Range range(std::string_view text, source::TextRange range, Encoding encoding) const;

 private:
  std::uint32_t end_of_line(std::string_view text, std::uint32_t line) const;

  std::vector<std::uint32_t> starts_;
};

}  // namespace syncfree::lsp
