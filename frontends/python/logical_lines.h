// A file cut into its logical lines, by brackets and quotes alone: what recovery holds on to where the grammar cannot.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"

namespace syncfree::python {

enum class LineFault : std::uint8_t { kNone, kOpenBracket, kStrayBracket, kOpenString };

struct LogicalLine {
  source::TextRange range;  ///< without indentation and trailing comment
  std::uint32_t indentation = 0;
  LineFault fault = LineFault::kNone;
};

/// A bracket that is never closed swallows no statement: its line ends before the first line that is not indented
/// deeper, once a line shows that brackets must have ended before it (`def`, `return`, …) or the file ends.
std::vector<LogicalLine> logical_lines(std::string_view text);

/// The word that `line` begins with; empty if it begins with something else.
std::string_view first_word(std::string_view line);

/// Past the string literal of which `at` is the opening quote; `prefix` are the letters before it. A string that its
/// line or the file does not close ends there, and `is_closed` says so. A field that is never closed is scanned again
/// as text, and so is each field in it: `budget` is how many bytes may be, after which a brace is text at once.
struct StringEnd {
  std::size_t at;
  bool is_closed;
};
StringEnd end_of_string(std::string_view text, std::size_t at, std::string_view prefix, std::size_t& budget);

/// What all strings of a text may spend on fields that are never closed, so that the scan stays linear.
constexpr std::size_t field_budget(std::string_view text) { return text.size() * 8 + (std::size_t{1} << 16); }

/// The letters of a string's prefix that end at `at`.
std::string_view string_prefix(std::string_view text, std::size_t at);

}  // namespace syncfree::python
