#include "analyzer/source/encoding.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "analyzer/system/text_conversion.h"

namespace syncfree::source {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kLatin1 = "iso-8859-1";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
bool is_encoding_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/// Lower case, '-' for '_', and one name for what Python knows under several.
std::string normalised(std::string_view name) {
  std::string result(name);
  std::ranges::transform(result, result.begin(), [](char c) {
    if (c == '_') return '-';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (result == "utf8" || result == "utf-8" || result == "utf-8-sig" || result.starts_with("utf-8-")) return "utf-8";
  for (const std::string_view alias : {"latin-1", "latin1", "iso-8859-1", "iso8859-1", "iso-latin-1", "l1"}) {
    if (result == alias || result.starts_with(std::string(alias) + "-")) return std::string(kLatin1);
  }
  return result;
}

/// The encoding in a line like `# -*- coding: latin-1 -*-`; empty if the line is no such comment.
std::string_view encoding_in_comment(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  if (at == line.size() || line[at] != '#') return {};
  while ((at = line.find("coding", at)) != std::string_view::npos) {
    at += std::strlen("coding");
    if (at >= line.size() || (line[at] != ':' && line[at] != '=')) continue;
    std::size_t begin = at + 1;
    while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
    std::size_t end = begin;
    while (end < line.size() && is_encoding_character(line[end])) ++end;
    if (end > begin) return line.substr(begin, end - begin);
  }
  return {};
}

bool is_blank_or_comment(std::string_view line) {
  const auto first = std::ranges::find_if_not(line, is_blank);
  return first == line.end() || *first == '#';
}

std::size_t line_number(std::string_view bytes, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(bytes.substr(0, offset), '\n'));
}

std::string hexadecimal(char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

std::string undecodable(std::string_view bytes, std::size_t offset, std::string_view encoding) {
  return "byte " + hexadecimal(bytes[offset]) + " in line " + std::to_string(line_number(bytes, offset)) +
         " is not valid " + std::string(encoding);
}

/// The bytes of the UTF-8 character at the front of `rest`; 0 if it is none (also surrogates and what is too long or
/// large).
std::size_t utf8_character_size(std::string_view rest) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const auto continues = [&](std::size_t i) { return i < rest.size() && (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (!continues(1) || !continues(2)) return 0;
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    return first == 0xED && byte(1) > 0x9F ? 0 : 3;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    return first == 0xF4 && byte(1) > 0x8F ? 0 : 4;
  }
  return 0;
}

/// The offset of the first byte that is not UTF-8. Eight bytes of ASCII at a time: nearly all source is.
std::optional<std::size_t> first_invalid_utf8(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::uint64_t word = 0;
    if (at + sizeof word <= bytes.size()) {
      std::memcpy(&word, bytes.data() + at, sizeof word);
      if ((word & 0x8080808080808080U) == 0) {
        at += sizeof word;
        continue;
      }
    }
    const std::size_t size = utf8_character_size(bytes.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::nullopt;
}

/// The usual name where Python's differs.
std::string usual_name(const std::string& encoding) {
  if (encoding == "mac-roman" || encoding == "macintosh") return "MACINTOSH";
  if (encoding == "shift-jis" || encoding == "sjis") return "SHIFT_JIS";
  return encoding;
}

/// Encodings in which source is not a run of ASCII-compatible bytes: Python cannot read its own comment in them either.
bool is_wide_encoding(std::string_view encoding) {
  return encoding.starts_with("utf-16") || encoding.starts_with("utf16") || encoding.starts_with("utf-32") ||
         encoding.starts_with("utf32") || encoding.starts_with("ucs") || encoding.starts_with("utf-7");
}

std::expected<std::string, std::string> decode_declared(std::string_view bytes, const std::string& encoding) {
  const std::string unusable =
      "has a coding comment that names an encoding Python source cannot have: '" + encoding + "'";
  if (is_wide_encoding(encoding)) return std::unexpected(unusable);
  const auto conversion = sys::TextConversion::to_utf8(usual_name(encoding));
  if (!conversion.is_known()) return std::unexpected(unusable);
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  if (const auto offset = conversion.convert(bytes, text))
    return std::unexpected(undecodable(bytes, *offset, encoding));
  return text;
}

bool is_utf16(std::string_view bytes) { return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"); }

std::optional<std::string> first_nul(std::string_view bytes) {
  const std::size_t nul = bytes.find('\0');
  if (nul == std::string_view::npos) return std::nullopt;
  return "has a NUL byte in line " + std::to_string(line_number(bytes, nul));
}

}  // namespace

std::string declared_encoding(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  for (int line = 0; line < 2; ++line) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    const std::string_view text = bytes.substr(0, end);
    if (const std::string_view name = encoding_in_comment(text); !name.empty()) return normalised(name);
    if (!is_blank_or_comment(text)) break;
    const bool two_bytes = bytes.substr(end).starts_with("\r\n");
    bytes.remove_prefix(std::min(bytes.size(), end + (two_bytes ? 2 : 1)));
  }
  return {};
}

std::expected<DecodedText, std::string> decode_cxx_source(std::string bytes) {
  if (is_utf16(bytes)) return std::unexpected("is UTF-16, which is not read");
  if (const auto nul = first_nul(bytes)) return std::unexpected(*nul + ", which source cannot hold");
  DecodedText decoded;
  decoded.has_byte_order_mark = bytes.starts_with(kByteOrderMark);
  if (decoded.has_byte_order_mark) bytes.erase(0, kByteOrderMark.size());
  if (!first_invalid_utf8(bytes)) {
    decoded.text = std::move(bytes);
    return decoded;
  }
  if (decoded.has_byte_order_mark) return std::unexpected("starts with a UTF-8 byte order mark, but is not UTF-8");
  decoded.encoding = kLatin1;
  auto text = decode_declared(bytes, decoded.encoding);
  if (!text) return std::unexpected(std::move(text.error()));
  decoded.text = std::move(*text);
  return decoded;
}

std::expected<DecodedText, std::string> decode_python_source(std::string bytes) {
  if (is_utf16(bytes)) {
    return std::unexpected("is UTF-16; Python source is UTF-8 or names its encoding in a coding comment");
  }
  if (const auto nul = first_nul(bytes)) return std::unexpected(*nul + ", which Python source cannot hold");
  DecodedText decoded;
  const std::string declared = declared_encoding(bytes);
  if (bytes.starts_with(kByteOrderMark)) {
    decoded.has_byte_order_mark = true;
    bytes.erase(0, kByteOrderMark.size());
    if (!declared.empty() && declared != decoded.encoding) {
      return std::unexpected("starts with a UTF-8 byte order mark, but its coding comment says '" + declared + "'");
    }
  }
  if (!declared.empty()) decoded.encoding = declared;
  if (decoded.encoding != "utf-8") {
    auto text = decode_declared(bytes, decoded.encoding);
    if (!text) return std::unexpected(std::move(text.error()));
    decoded.text = std::move(*text);
    return decoded;
  }
  if (const auto offset = first_invalid_utf8(bytes)) return std::unexpected(undecodable(bytes, *offset, "UTF-8"));
  decoded.text = std::move(bytes);
  return decoded;
}

std::expected<std::string, std::string> encode_source(const DecodedText& decoded) {
  if (decoded.encoding == "utf-8") {
    return (decoded.has_byte_order_mark ? std::string(kByteOrderMark) : std::string()) + decoded.text;
  }
  const auto conversion = sys::TextConversion::from_utf8(usual_name(decoded.encoding));
  std::string bytes;
  if (!conversion.is_known() || conversion.convert(decoded.text, bytes)) {
    return std::unexpected("cannot be written in its encoding, '" + decoded.encoding + "'");
  }
  return bytes;
}

}  // namespace syncfree::source
