#include "analyzer/fixes/preview.h"

#include <algorithm>

#include "analyzer/fixes/apply.h"

namespace syncfree::fixes {

using source::LineTable;
using source::TextRange;

namespace {

/// Lines that change together.
struct Hunk {
  std::uint32_t first;
  std::uint32_t last;
  std::vector<TextEdit> edits;
};

/// An import at the top: whole lines without indentation, not beside the finding.
bool is_elsewhere(const TextEdit& edit, std::uint32_t finding_line, const LineTable& table) {
  const bool whole_lines = edit.range.empty() && edit.text.ends_with('\n') && edit.text.find_first_of(" \t") != 0;
  const bool names_something = edit.text.starts_with("import ") || edit.text.starts_with("#include ");
  return whole_lines && names_something && table.line_of(edit.range.begin) < finding_line;
}

std::vector<Hunk> hunks_of(const LineTable& table, TextRange finding, const Fix& fix) {
  const std::uint32_t line = table.line_of(finding.begin);
  const auto last_line = [&](TextRange range) {
    return table.line_of(std::max(range.begin, range.end - (range.empty() ? 0 : 1)));
  };
  std::vector<Hunk> parts = {{line, last_line(finding), {}}};
  for (const TextEdit& edit : fix.edits) {
    if (!is_elsewhere(edit, line, table))
      parts.push_back({table.line_of(edit.range.begin), last_line(edit.range), {edit}});
  }
  std::ranges::stable_sort(parts, {}, &Hunk::first);
  std::vector<Hunk> hunks;
  for (Hunk& part : parts) {
    if (hunks.empty() || part.first > hunks.back().last) {
      hunks.push_back(std::move(part));
    } else {
      hunks.back().last = std::max(hunks.back().last, part.last);
      hunks.back().edits.insert(hunks.back().edits.end(), part.edits.begin(), part.edits.end());
    }
  }
  for (Hunk& hunk : hunks)
    std::ranges::stable_sort(hunk.edits, {}, [](const TextEdit& edit) { return edit.range.begin; });
  return hunks;
}

}  // namespace

std::vector<PreviewLine> preview(std::string_view text, const LineTable& table, TextRange finding, const Fix& fix) {
  std::vector<PreviewLine> shown;
  std::int64_t shift = 0;
  for (Hunk& hunk : hunks_of(table, finding, fix)) {
    const TextRange whole = {table.line_range(hunk.first).begin, table.line_range(hunk.last).end};
    // A removed line goes with its line end, which is not part of the line.
    std::string changed;
    std::uint32_t at = whole.begin;
    for (const TextEdit& edit : hunk.edits) {
      changed += text.substr(at, edit.range.begin - at);
      changed += edit.text;
      at = edit.range.end;
    }
    if (at < whole.end) changed += text.substr(at, whole.end - at);
    while (changed.ends_with('\n') || changed.ends_with('\r')) changed.pop_back();
    const std::uint32_t before = hunk.last - hunk.first + 1;
    if (changed.empty()) {
      shift -= before;
      continue;
    }
    const LineTable lines(changed);
    for (std::uint32_t line = 1; line <= lines.line_count(); ++line) {
      const auto number = static_cast<std::uint32_t>(hunk.first + line - 1 + shift);
      shown.push_back({number, hunk.first, std::string(lines.line_text(line))});
    }
    shift += static_cast<std::int64_t>(lines.line_count()) - before;
  }
  return shown;
}

}  // namespace syncfree::fixes
