#include "cli/relevance.h"

#include <algorithm>
#include <array>

namespace syncfree::cli {

namespace {

constexpr std::array<std::string_view, 6> kSigns = {"torch", "ensor", ".item(", ".cpu(", ".cuda(", "syncfree:"};

}  // namespace

bool may_matter(std::string_view path, std::string_view text) {
  if (path.ends_with("__init__.py")) return true;
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

}  // namespace syncfree::cli
