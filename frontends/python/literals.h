// The values of number and string literals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace syncfree::python {

/// A literal split at its quotes: `rb"""x"""` has prefix `rb` and content `x`.
struct StringLiteral {
  std::string_view prefix;
  std::string_view content;
  char quote = 0;
  bool is_raw = false;
  bool is_bytes = false;
  bool is_format = false;    ///< an f-string
  bool is_template = false;  ///< a t-string
};

/// `text` is one literal, as the grammar delimits it.
StringLiteral split_string(std::string_view text);

/// The characters that a literal's content stands for, or nothing if that needs a table of character names (`\N{…}`).
std::optional<std::string> decode_escapes(std::string_view content, bool is_bytes);

enum class NumberKind : std::uint8_t { kInteger, kFloat, kComplex };

struct Number {
  NumberKind kind;
  std::int64_t integer = 0;  ///< saturated
  double value = 0;
};

Number read_number(std::string_view text);

}  // namespace syncfree::python
