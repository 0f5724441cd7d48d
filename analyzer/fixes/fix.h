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

/// What the host still waits for once the rewrite is typed in.
enum class WaitsLeft : std::uint8_t {
  kNone,      ///< for nothing: the wait is gone
  kFewer,     ///< once in place of several times
  kNarrower,  ///< for one stream in place of all that the device has to do
  kLater,     ///< as long, where nothing is kept from being queued
};

std::string_view name_of(WaitsLeft);  ///< "none", "fewer", "narrower", "later"

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
  WaitsLeft waits_left = WaitsLeft::kNone;

  friend bool operator==(const Fix&, const Fix&) = default;
};

}  // namespace syncfree::fixes
