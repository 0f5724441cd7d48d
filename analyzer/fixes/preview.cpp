#include "analyzer/fixes/preview.h"

#include <algorithm>

#include "analyzer/fixes/apply.h"

namespace syncfree::fixes {

using source::TextRange;

Preview preview(std::string_view text, const source::LineTable& table, TextRange finding, const Fix& fix) {
  const std::uint32_t line_begin = table.line_range(table.line_of(finding.begin)).begin;
  std::vector<TextEdit> near;
  TextRange covered = finding;
  for (const TextEdit& edit : fix.edits) {
    const bool elsewhere = edit.range.empty() && edit.range.begin < line_begin && edit.text.ends_with('\n');
    if (elsewhere) continue;
    covered = {std::min(covered.begin, edit.range.begin), std::max(covered.end, edit.range.end)};
    near.push_back(edit);
  }
  const std::uint32_t first = table.line_of(covered.begin);
  const std::uint32_t last = table.line_of(std::max(covered.begin, covered.end - (covered.empty() ? 0 : 1)));
  const TextRange whole = {table.line_range(first).begin, table.line_range(last).end};
  for (TextEdit& edit : near) edit.range = {edit.range.begin - whole.begin, edit.range.end - whole.begin};
  const std::string changed = apply_edits(text.substr(whole.begin, whole.size()), near);
  Preview result{.first_line = first, .lines = {}};
  const source::LineTable lines(changed);
  for (std::uint32_t line = 1; line <= lines.line_count(); ++line) result.lines.emplace_back(lines.line_text(line));
  return result;
}

}  // namespace syncfree::fixes
