#include "frontends/python/literals.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "analyzer/source/decimal.h"

namespace syncfree::python {
namespace {

bool is_quote(char character) { return character == '"' || character == '\'' || character == '`'; }

int digit_value(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  const char lower = static_cast<char>(character | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto tail = [&](int shift) { out.push_back(static_cast<char>(0x80 | ((code_point >> shift) & 0x3F))); };
  if (code_point < 0x80) {
    out.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code_point >> 6)));
    tail(0);
  } else if (code_point < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code_point >> 12)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | ((code_point >> 18) & 7)));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Reads up to `most` digits of `base` at `at`, and moves past them.
std::uint32_t read_digits(std::string_view text, std::size_t& at, std::size_t most, int base) {
  std::uint32_t value = 0;
  for (std::size_t count = 0; count < most && at < text.size() && digit_value(text[at]) < base; ++count, ++at) {
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(text[at]));
  }
  return value;
}

/// The character of a one-letter escape, or nothing.
std::optional<char> simple_escape(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'v':
      return '\v';
    case '\\':
    case '\'':
    case '"':
      return letter;
    default:
      return {};
  }
}

}  // namespace

StringLiteral split_string(std::string_view text) {
  StringLiteral literal;
  std::size_t start = 0;
  while (start < text.size() && !is_quote(text[start])) {
    const char letter = static_cast<char>(text[start] | 0x20);
    literal.is_raw |= letter == 'r';
    literal.is_bytes |= letter == 'b';
    literal.is_format |= letter == 'f';
    literal.is_template |= letter == 't';
    ++start;
  }
  literal.prefix = text.substr(0, start);
  if (start == text.size()) return literal;
  literal.quote = text[start];
  const bool is_triple =
      text.size() >= start + 6 && text[start + 1] == literal.quote && text[start + 2] == literal.quote;
  const std::size_t width = is_triple ? 3 : 1;
  if (text.size() >= start + 2 * width) literal.content = text.substr(start + width, text.size() - start - 2 * width);
  return literal;
}

std::optional<std::string> decode_escapes(std::string_view content, bool is_bytes) {
  std::string out;
  out.reserve(content.size());
  std::size_t at = 0;
  while (at < content.size()) {
    if (content[at] != '\\' || at + 1 == content.size()) {
      out.push_back(content[at++]);
      continue;
    }
    const char letter = content[at + 1];
    at += 2;
    if (const auto simple = simple_escape(letter)) {
      out.push_back(*simple);
    } else if (letter == '\n') {
      // the line goes on
    } else if (letter == '\r') {
      if (at < content.size() && content[at] == '\n') ++at;
    } else if (letter >= '0' && letter <= '7') {
      --at;
      const std::uint32_t value = read_digits(content, at, 3, 8);
      is_bytes ? out.push_back(static_cast<char>(value)) : append_utf8(out, value);
    } else if (letter == 'x') {
      const std::uint32_t value = read_digits(content, at, 2, 16);
      is_bytes ? out.push_back(static_cast<char>(value)) : append_utf8(out, value);
    } else if (!is_bytes && (letter == 'u' || letter == 'U')) {
      append_utf8(out, read_digits(content, at, letter == 'u' ? 4 : 8, 16));
    } else if (!is_bytes && letter == 'N') {
      return {};
    } else {
      out.push_back('\\');
      out.push_back(letter);
    }
  }
  return out;
}

Number read_number(std::string_view text) {
  std::string digits;
  if (text.find('_') != std::string_view::npos) {
    std::ranges::copy_if(text, std::back_inserter(digits), [](char character) { return character != '_'; });
    text = digits;
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    const char letter = static_cast<char>(text[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (base != 10) text.remove_prefix(2);
  }
  const char* const end = text.data() + text.size();
  const char last = text.empty() ? '\0' : static_cast<char>(text.back() | 0x20);
  if (base == 10 && last == 'j') return {NumberKind::kComplex, 0, 0};
  if (base == 10 && text.find_first_of(".eE") != std::string_view::npos) {
    Number number{NumberKind::kFloat};
    if (source::read_decimal(text, number.value) == std::errc::result_out_of_range) {
      // It does not tell too large from too small; the sign of the exponent does
      const bool is_small = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
      number.value = is_small ? 0 : std::numeric_limits<double>::infinity();
    }
    return number;
  }
  Number number{NumberKind::kInteger};
  const auto result = std::from_chars(text.data(), end, number.integer, base);
  number.value = static_cast<double>(number.integer);
  if (result.ec == std::errc::result_out_of_range) {
    number.integer = std::numeric_limits<std::int64_t>::max();
    for (number.value = 0; const char digit : text) {
      if (digit_value(digit) < base) number.value = number.value * base + digit_value(digit);
    }
  }
  return number;
}

}  // namespace syncfree::python
