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
  std::uint32_t last;  ///< before `first` where lines only come in
  std::vector<TextEdit> edits;
};

/// An import at the top: whole lines without indentation, not beside the finding. The line below is none of the change.
bool is_import(const TextEdit& edit, std::uint32_t finding_line, const LineTable& table) {
  const bool whole_lines = edit.range.empty() && edit.text.ends_with('\n') && edit.text.find_first_of(" \t") != 0;
  const bool names_something = edit.text.starts_with("import ") || edit.text.starts_with("#include ");
  const std::uint32_t line = table.line_of(edit.range.begin);
  return whole_lines && names_something && line < finding_line && table.line_range(line).begin == edit.range.begin;
}

std::vector<Hunk> hunks_of(const LineTable& table, TextRange finding, const Fix& fix) {
  const std::uint32_t line = table.line_of(finding.begin);
  const auto last_line = [&](TextRange range) {
    return table.line_of(std::max(range.begin, range.end - (range.empty() ? 0 : 1)));
  };
  std::vector<Hunk> parts = {{line, last_line(finding), {}}};
  for (const TextEdit& edit : fix.edits) {
    const std::uint32_t first = table.line_of(edit.range.begin);
    parts.push_back({first, is_import(edit, line, table) ? first - 1 : last_line(edit.range), {edit}});
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

/// The hunk's lines as the fix leaves them.
std::string changed_text(std::string_view text, const LineTable& table, const Hunk& hunk) {
  std::string changed;
  std::uint32_t at = table.line_range(hunk.first).begin;
  const std::uint32_t end = hunk.last < hunk.first ? at : table.line_range(hunk.last).end;
  for (const TextEdit& edit : hunk.edits) {
    changed += text.substr(at, edit.range.begin - at);
    changed += edit.text;
    at = edit.range.end;
  }
  // A removed line goes with its line end, which is not part of the line.
  if (at < end) changed += text.substr(at, end - at);
  while (changed.ends_with('\n') || changed.ends_with('\r')) changed.pop_back();
  return changed;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  if (text.empty()) return lines;
  const LineTable table(text);
  for (std::uint32_t line = 1; line <= table.line_count(); ++line) lines.push_back(table.line_text(line));
  return lines;
}

/// How many lines are the same at the ends.
std::size_t same_at_end(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after) {
  std::size_t same = 0;
  while (same < before.size() && same < after.size() &&
         before[before.size() - 1 - same] == after[after.size() - 1 - same])
    ++same;
  return same;
}

}  // namespace

std::vector<PreviewLine> preview(std::string_view text, const LineTable& table, TextRange finding, const Fix& fix) {
  std::vector<PreviewLine> shown;
  std::int64_t shift = 0;  // by what comes in and goes above
  for (const Hunk& hunk : hunks_of(table, finding, fix)) {
    const std::string changed = changed_text(text, table, hunk);
    std::vector<std::string_view> before;
    for (std::uint32_t line = hunk.first; line <= hunk.last; ++line) before.push_back(table.line_text(line));
    const std::vector<std::string_view> after = lines_of(changed);
    const auto add = [&](std::size_t index, std::string_view line, bool is_removed) {
      shown.push_back({static_cast<std::uint32_t>(hunk.first + static_cast<std::int64_t>(index) + shift), hunk.first,
                       std::string(line), is_removed});
    };
    const std::size_t same = same_at_end(before, after);
    for (std::size_t i = 0; i + same < after.size(); ++i) add(i, after[i], false);
    for (std::size_t i = after.size() - same; i + same < before.size(); ++i) add(i, before[i], true);
    for (std::size_t i = after.size() - same; i < after.size(); ++i) add(i, after[i], false);
    shift += static_cast<std::int64_t>(after.size()) - static_cast<std::int64_t>(before.size());
  }
  return shown;
}

}  // namespace syncfree::fixes
