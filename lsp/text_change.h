// A change of a text, and what it means for places in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/source/text_range.h"

namespace syncfree::lsp {

/// A part of a text that was replaced by so many bytes.
struct TextChange {
  source::TextRange range;
  std::uint32_t size = 0;
};

/// Where a range lies after the change; nothing if the change touches it.
std::optional<source::TextRange> moved(source::TextRange range, const TextChange& change);

/// The part in which two texts differ, of whole characters.
TextChange difference(std::string_view before, std::string_view after);

}  // namespace syncfree::lsp
