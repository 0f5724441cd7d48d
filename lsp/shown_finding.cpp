#include "lsp/shown_finding.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace syncfree::lsp {
namespace {

auto key(const ShownFinding& finding) { return std::tuple(finding.range.begin, finding.range.end, finding.code); }

using Key = decltype(key(std::declval<const ShownFinding&>()));

std::vector<Key> sorted_keys(std::span<const ShownFinding> findings) {
  std::vector<Key> keys;
  keys.reserve(findings.size());
  for (const ShownFinding& finding : findings) keys.push_back(key(finding));
  std::ranges::sort(keys);
  return keys;
}

bool holds(const std::vector<Key>& keys, const ShownFinding& finding) {
  return std::ranges::binary_search(keys, key(finding));
}

bool follow(fixes::TextEdit& edit, const TextChange& change) {
  const auto range = moved(edit.range, change);
  if (range) edit.range = *range;
  return range.has_value();
}

bool follow(QuickFix& fix, const TextChange& change) {
  return std::ranges::all_of(fix.edits, [&](fixes::TextEdit& edit) { return follow(edit, change); });
}

bool follow(RelatedPlace& place, const TextChange& change) {
  if (place.uri) return true;
  const auto range = moved(place.range, change);
  if (range) place.range = *range;
  return range.has_value();
}

}  // namespace

void move_findings(std::vector<ShownFinding>& findings, const TextChange& change) {
  std::erase_if(findings, [&](ShownFinding& finding) {
    const auto range = moved(finding.range, change);
    if (!range) return true;
    finding.range = *range;
    std::erase_if(finding.fixes, [&](QuickFix& fix) { return !follow(fix, change); });
    std::erase_if(finding.related, [&](RelatedPlace& place) { return !follow(place, change); });
    return false;
  });
}

std::vector<ShownFinding> estimate(std::vector<ShownFinding> shown, std::span<const ShownFinding> own_before,
                                   std::span<const ShownFinding> own_now) {
  const std::vector<Key> before = sorted_keys(own_before);
  const std::vector<Key> now = sorted_keys(own_now);
  std::erase_if(shown, [&](const ShownFinding& finding) { return holds(before, finding) && !holds(now, finding); });
  const std::vector<Key> kept = sorted_keys(shown);
  for (const ShownFinding& finding : own_now) {
    if (!holds(before, finding) && !holds(kept, finding)) shown.push_back(finding);
  }
  std::ranges::sort(shown, {}, key);
  return shown;
}

}  // namespace syncfree::lsp
