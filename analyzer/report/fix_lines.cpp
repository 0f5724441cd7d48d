#include "analyzer/report/fix_lines.h"

#include "analyzer/fixes/preview.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"

namespace syncfree::report {
namespace {

constexpr std::size_t kMostFixLines = 6;

}  // namespace

FixLines fix_lines(const engine::ReportedFile& file, source::TextRange finding, const fixes::Fix& fix) {
  const auto preview = fixes::preview(file.text, *file.lines, finding, fix);
  const std::vector<std::string> labels = line_labels(file, preview);
  const bool in_diff = fix.applicability != fixes::Applicability::kSuggestion;
  FixLines shown;
  for (std::size_t i = 0; i < preview.size(); ++i) {
    if (in_diff && i == kMostFixLines) {
      shown.more = preview.size() - i;
      break;
    }
    const fixes::PreviewLine& line = preview[i];
    shown.lines.push_back({labels[i] + (line.is_removed ? " -" : " +"), printable(line.text), line.is_removed});
  }
  return shown;
}

std::string more_lines_words(std::size_t more) {
  return "... " + counted(more, "more line", "more lines") + " (`--diff`)";
}

}  // namespace syncfree::report
