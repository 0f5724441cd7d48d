#include "lsp/position.h"

#include <algorithm>
#include <array>
#include <utility>

namespace syncfree::lsp {
namespace {

constexpr std::array<std::pair<std::string_view, Encoding>, 3> kNames = {{
    {"utf-8", Encoding::kUtf8},
    {"utf-16", Encoding::kUtf16},
    {"utf-32", Encoding::kUtf32},
}};

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Of the character that begins with this byte.
std::uint32_t units_of(char first, std::uint32_t bytes, Encoding encoding) {
  if (encoding == Encoding::kUtf8) return bytes;
  const bool is_beyond = static_cast<unsigned char>(first) >= 0xF0U;
  return encoding == Encoding::kUtf16 && is_beyond ? 2 : 1;
}

std::uint32_t next_character(std::string_view text, std::uint32_t at) {
  ++at;
  while (at < text.size() && continues_character(text[at])) ++at;
  return at;
}

}  // namespace

std::string_view name_of(Encoding encoding) { return kNames.at(static_cast<std::size_t>(encoding)).first; }

std::optional<Encoding> encoding_of(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, &std::pair<std::string_view, Encoding>::first);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

Position position_from(const Json& json) { return {count_of(json.at("line")), count_of(json.at("character"))}; }

Range range_from(const Json& json) { return {position_from(json.at("start")), position_from(json.at("end"))}; }

Json to_json(const Position& position) { return {{"line", position.line}, {"character", position.character}}; }

Json to_json(const Range& range) { return {{"start", to_json(range.start)}, {"end", to_json(range.end)}}; }

LineStarts::LineStarts(std::string_view text) : starts_{0} {
  for (std::size_t at = 0; (at = text.find_first_of("\r\n", at)) != std::string_view::npos;) {
    at += text.substr(at).starts_with("\r\n") ? 2 : 1;
    starts_.push_back(static_cast<std::uint32_t>(at));
  }
}

std::uint32_t LineStarts::end_of_line(std::string_view text, std::uint32_t line) const {
  if (line + 1 >= count()) return static_cast<std::uint32_t>(text.size());
  const std::uint32_t next = starts_[line + 1];
  return next - (text.substr(0, next).ends_with("\r\n") ? 2 : 1);
}

std::uint32_t LineStarts::offset(std::string_view text, Position position, Encoding encoding) const {
  if (position.line >= count()) return static_cast<std::uint32_t>(text.size());
  const std::uint32_t end = end_of_line(text, position.line);
  std::uint32_t at = starts_[position.line];
  std::uint32_t units = 0;
  while (at < end && units < position.character) {
    const std::uint32_t next = next_character(text, at);
    units += units_of(text[at], next - at, encoding);
    if (units > position.character) break;  // within the character: its begin
    at = next;
  }
  return at;
}

Position LineStarts::position(std::string_view text, std::uint32_t offset, Encoding encoding) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text.size()));
  const auto line = static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
  Position position{line, 0};
  for (std::uint32_t at = starts_[line]; at < offset;) {
    const std::uint32_t next = next_character(text, at);
    position.character += units_of(text[at], next - at, encoding);
    at = next;
  }
  return position;
}

source::TextRange LineStarts::range(std::string_view text, const Range& range, Encoding encoding) const {
  const std::uint32_t begin = offset(text, range.start, encoding);
  return {begin, std::max(begin, offset(text, range.end, encoding))};
}

Range LineStarts::range(std::string_view text, source::TextRange range, Encoding encoding) const {
  return {position(text, range.begin, encoding), position(text, range.end, encoding)};
}

}  // namespace syncfree::lsp
