#include "analyzer/fixes/apply.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace syncfree::fixes {
namespace {

/// Two edits that cannot both be made, or whose order would matter.
bool conflict(const TextEdit& a, const TextEdit& b) {
  if (a.range.empty() || b.range.empty()) return a.range.begin <= b.range.end && b.range.begin <= a.range.end;
  return a.range.overlaps(b.range);
}

bool by_place(const TextEdit& a, const TextEdit& b) {
  return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end < b.range.end;
}

/// The edits of `fix` that are to be made beside those `made`; none at all (and false) if one of them conflicts.
bool new_edits(const Fix& fix, std::span<const TextEdit> made, std::vector<TextEdit>& out) {
  for (const TextEdit& edit : fix.edits) {
    if (edit.range.empty() && std::ranges::find(made, edit) != made.end()) continue;
    if (std::ranges::any_of(made, [&](const TextEdit& other) { return conflict(edit, other); })) return false;
    out.push_back(edit);
  }
  return true;
}

}  // namespace

std::string_view name_of(WaitsLeft left) {
  switch (left) {
    case WaitsLeft::kNone:
      return "none";
    case WaitsLeft::kFewer:
      return "fewer";
    case WaitsLeft::kNarrower:
      return "narrower";
    case WaitsLeft::kLater:
      return "later";
  }
  return {};
}

std::string_view name_of(Applicability applicability) {
  switch (applicability) {
    case Applicability::kSuggestion:
      return "suggestion";
    case Applicability::kUnsafe:
      return "unsafe";
    case Applicability::kSafe:
      return "safe";
  }
  return "suggestion";
}

std::string apply_edits(std::string_view text, std::span<const TextEdit> edits) {
  std::string result;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    result += text.substr(at, edit.range.begin - at);
    result += edit.text;
    at = edit.range.end;
  }
  result += text.substr(at);
  return result;
}

Applied apply_fixes(std::string_view text, std::span<const Fix* const> fixes) {
  // Fixes of one file are few, so that each is simply held against all edits before it.
  std::vector<std::size_t> order(fixes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return fixes[i]->edits.empty(); });
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    // An import at the top is the place of no fix.
    return fixes[i]->edits.back().range.begin;
  });
  Applied applied;
  std::vector<TextEdit> made;
  for (const std::size_t index : order) {
    std::vector<TextEdit> edits;
    const auto is_same = [&](std::size_t taken) { return fixes[taken]->edits == fixes[index]->edits; };
    if (std::ranges::any_of(applied.taken, is_same)) {
      applied.taken.push_back(index);
      continue;
    }
    if (!new_edits(*fixes[index], made, edits)) continue;
    made.insert(made.end(), std::make_move_iterator(edits.begin()), std::make_move_iterator(edits.end()));
    applied.taken.push_back(index);
  }
  std::ranges::stable_sort(made, by_place);
  applied.text = apply_edits(text, made);
  return applied;
}

}  // namespace syncfree::fixes
