// A change of one source text that takes a finding away: replacements of byte ranges, and how far they can be trusted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/source/text_range.h"

namespace syncfree::fixes {

/// Ordered: what needs more thought is smaller.
enum class Applicability : std::uint8_t {
  kSuggestion,  ///< shown, never applied
  kUnsafe,      ///< needs review: memory lifetime, a shape by contract, behaviour on NaN
  kSafe,        ///< same values, shape, element type, device, gradients, aliasing and evaluation order
};

std::string_view name_of(Applicability);  ///< "suggestion", "unsafe", "safe"

struct TextEdit {
  source::TextRange range;  ///< of the text that goes; empty: an insertion
  std::string text;         ///< what comes in its place

  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

struct Fix {
  Applicability applicability = Applicability::kSuggestion;
  std::string title;  ///< what it does, an imperative: "make the number on the GPU with `torch.full`"
  std::vector<TextEdit>
      edits;  ///< sorted, not overlapping; insertions at one place in the order in which they are written

  friend bool operator==(const Fix&, const Fix&) = default;
};

}  // namespace syncfree::fixes
