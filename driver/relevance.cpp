#include "driver/relevance.h"

#include <algorithm>
#include <array>

#include "analyzer/catalog/waiting_packages.h"

namespace syncfree::driver {

namespace {

constexpr std::array<std::string_view, 6> kSigns = {"torch", "ensor", ".item(", ".cpu(", ".cuda(", "syncfree:"};

}  // namespace

bool names_any(std::string_view text, std::span<const std::string> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

bool has_sign(std::string_view text, std::span<const std::string> more) {
  const auto is_there = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
  return std::ranges::any_of(kSigns, is_there) || std::ranges::any_of(catalog::waiting_packages(), is_there) ||
         names_any(text, more);
}

}  // namespace syncfree::driver
