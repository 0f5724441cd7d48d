#include "driver/rewrites.h"

#include <algorithm>
#include <utility>

#include "analyzer/engine/one_wait.h"
#include "analyzer/source/line_table.h"

namespace syncfree::driver {
namespace {

using fixes::TextEdit;
using source::TextRange;

/// The first remedy that can be applied; those of a finding come the surest first.
const engine::Remedy* applicable(std::span<const engine::Remedy> remedies, fixes::Applicability least) {
  const auto found = std::ranges::find_if(remedies, [&](const engine::Remedy& remedy) {
    return remedy.fix != nullptr && remedy.fix->applicability >= least && !remedy.fix->edits.empty();
  });
  return found == remedies.end() ? nullptr : &*found;
}

/// Two edits of which an empty one counts as what it stands between.
bool meet(TextRange a, TextRange b) {
  if (a.empty() || b.empty()) return a.begin <= b.end && b.begin <= a.end;
  return a.overlaps(b);
}

struct LineSpan {
  std::uint32_t first, last;
};

LineSpan lines_of(const source::LineTable& lines, TextRange range) {
  const std::uint32_t last = range.empty() ? range.end : range.end - 1;
  return {lines.line_of(range.begin), lines.line_of(last)};
}

bool overlap(LineSpan a, LineSpan b) { return a.first <= b.last && b.first <= a.last; }

}  // namespace

std::vector<Rewrite> rewrites_of(const CheckResult& checked, fixes::Applicability least) {
  std::vector<Rewrite> rewrites;
  for (std::size_t i = 0; i < checked.report.findings.size(); ++i) {
    const engine::Finding& finding = checked.report.findings[i];
    const std::vector<engine::Remedy> remedies = engine::remedies_of(finding);
    const engine::Remedy* remedy = finding.suppressed ? nullptr : applicable(remedies, least);
    if (remedy == nullptr) continue;
    const std::string& path = checked.report.files[finding.file].path;
    const auto same = std::ranges::find_if(
        rewrites, [&](const Rewrite& other) { return other.path == path && other.fix.edits == remedy->fix->edits; });
    if (same != rewrites.end()) {
      same->findings.push_back(i);
    } else {
      rewrites.push_back(
          {.path = path, .code = remedy->code, .range = finding.range, .findings = {i}, .fix = *remedy->fix});
    }
  }
  return rewrites;
}

std::vector<std::size_t> made_together(std::string_view text, std::span<const Rewrite* const> rewrites) {
  const source::LineTable lines(text);
  std::vector<std::size_t> together;
  std::vector<TextEdit> made;
  for (std::size_t i = 0; i < rewrites.size(); ++i) {
    const std::vector<TextEdit>& edits = rewrites[i]->fix.edits;
    const bool stands_alone = std::ranges::none_of(edits, [&](const TextEdit& edit) {
      return std::ranges::any_of(made, [&](const TextEdit& other) {
        if (edit.range.empty() && edit == other) return false;
        return overlap(lines_of(lines, edit.range), lines_of(lines, other.range));
      });
    });
    if (!stands_alone) continue;
    together.push_back(i);
    made.insert(made.end(), edits.begin(), edits.end());
  }
  return together;
}

std::vector<TextEdit> edits_of(std::span<const Rewrite* const> rewrites) {
  std::vector<TextEdit> edits;
  for (const Rewrite* rewrite : rewrites) {
    const std::vector<TextEdit> of_others = edits;
    for (const TextEdit& edit : rewrite->fix.edits) {
      if (!edit.range.empty() || std::ranges::find(of_others, edit) == of_others.end()) edits.push_back(edit);
    }
  }
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) { return std::pair(edit.range.begin, edit.range.end); });
  return edits;
}

TextRange range_before(std::span<const TextEdit> edits, TextRange range) {
  const auto before = [&](std::uint32_t offset, bool is_end) {
    std::int64_t moved = 0;  // how far text behind the edits so far has moved
    for (const TextEdit& edit : edits) {
      const std::int64_t begin = edit.range.begin + moved;
      const std::int64_t end = begin + static_cast<std::int64_t>(edit.text.size());
      if (offset < begin || (is_end && offset == begin)) break;
      if (offset < end || (is_end && offset == end)) return is_end ? edit.range.end : edit.range.begin;
      moved = end - edit.range.end;
    }
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(offset) - moved);
  };
  const std::uint32_t begin = before(range.begin, false);
  return {begin, std::max(begin, before(range.end, true))};
}

bool touches(const Rewrite& rewrite, TextRange range) {
  return meet(rewrite.range, range) ||
         std::ranges::any_of(rewrite.fix.edits, [&](const TextEdit& edit) { return meet(edit.range, range); });
}

}  // namespace syncfree::driver
