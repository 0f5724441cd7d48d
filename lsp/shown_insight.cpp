#include "lsp/shown_insight.h"

#include <algorithm>
#include <utility>

namespace syncfree::lsp {
namespace {

template <class Shown>
void move_all(std::vector<Shown>& all, const TextChange& change) {
  std::erase_if(all, [&](Shown& each) {
    const auto range = moved(each.range, change);
    if (range) each.range = *range;
    return !range;
  });
}

const ShownName* find(std::span<const ShownName> names, source::TextRange range) {
  const auto found =
      std::ranges::lower_bound(names, range.begin, {}, [](const ShownName& name) { return name.range.begin; });
  return found != names.end() && found->range == range ? &*found : nullptr;
}

}  // namespace

void move_names(std::vector<ShownName>& names, const TextChange& change) { move_all(names, change); }

void move_hot(std::vector<ShownHot>& hot, const TextChange& change) { move_all(hot, change); }

std::vector<ShownName> estimate(std::span<const ShownName> shown, std::span<const ShownName> own_before,
                                std::span<const ShownName> own_now) {
  std::vector<ShownName> names;
  names.reserve(own_now.size());
  for (const ShownName& own : own_now) {
    const ShownName* of_project = find(shown, own.range);
    const ShownName* before = find(own_before, own.range);
    const bool is_as_before = before != nullptr && before->words == own.words;
    names.push_back(of_project != nullptr && is_as_before ? *of_project : own);
  }
  return names;
}

const ShownName* name_at(std::span<const ShownName> names, std::uint32_t offset) {
  const auto behind =
      std::ranges::upper_bound(names, offset, {}, [](const ShownName& name) { return name.range.begin; });
  if (behind == names.begin()) return nullptr;
  const ShownName& name = *std::prev(behind);
  return offset <= name.range.end ? &name : nullptr;
}

}  // namespace syncfree::lsp
