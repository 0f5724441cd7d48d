#include "driver/relevance.h"

#include <algorithm>
#include <array>

namespace syncfree::driver {

namespace {

constexpr std::array<std::string_view, 11> kSigns = {
    "torch", "ensor", ".item(", ".cpu(", ".cuda(", "syncfree:",
    // What these do with models and batches waits, also in code that names no tensor.
    "accelerate", "diffusers", "lightning", "timm", "transformers"};

}  // namespace

bool names_any(std::string_view text, std::span<const std::string> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

bool has_sign(std::string_view text, std::span<const std::string> more) {
  const auto is_there = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
  return std::ranges::any_of(kSigns, is_there) || names_any(text, more);
}

}  // namespace syncfree::driver
