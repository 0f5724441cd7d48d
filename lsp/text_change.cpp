#include "lsp/text_change.h"

#include <algorithm>
#include <cstddef>

namespace syncfree::lsp {
namespace {

bool is_within_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

}  // namespace

std::optional<source::TextRange> moved(source::TextRange range, const TextChange& change) {
  // What is typed right before or behind a range belongs to it.
  if (range.end < change.range.begin) return range;
  if (range.begin <= change.range.end) return std::nullopt;
  const std::uint32_t shift = change.size - change.range.size();  // wraps around if the text gets shorter, and back
  return source::TextRange{range.begin + shift, range.end + shift};
}

TextChange difference(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  while (same > 0 && (is_within_character(before, same) || is_within_character(after, same))) --same;
  std::size_t tail = 0;
  while (tail < shorter - same && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  while (tail > 0 && is_within_character(before, before.size() - tail)) --tail;
  return {{static_cast<std::uint32_t>(same), static_cast<std::uint32_t>(before.size() - tail)},
          static_cast<std::uint32_t>(after.size() - tail - same)};
}

}  // namespace syncfree::lsp
