#include "analyzer/report/text.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/closing.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/family.h"
#include "analyzer/report/fix_lines.h"
#include "analyzer/report/goal_lines.h"
#include "analyzer/report/painter.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

constexpr std::size_t kMostNotes = 5;  // callers shown; a helper may have hundreds

class TextWriter {
 public:
  TextWriter(const engine::Report& report, std::ostream& out, const TextOptions& options)
      : report_(report), out_(out), paint_(options.color) {}

  void write_finding(const engine::Finding& finding) const {
    const engine::ReportedFile& file = report_.files[finding.file];
    const Paint mark = paint_of(finding.severity);
    out_ << paint_(Paint::kStrong, place_of(file, finding.range)) << ": " << paint_(mark, finding.code) << " ["
         << levels_with_error(finding) << "] " << printable(finding.message) << '\n';
    write_excerpt(file, finding.range, paint_, mark, out_);
    const std::size_t gutter = gutter_width(file, finding.range);
    write_remark(gutter, Paint::kStrong, "why", finding.reason);
    for (const engine::AlsoFound& also : finding.also)
      write_remark(gutter, Paint::kStrong, "also", std::string(also.code) + " " + also.message);
    write_remark(gutter, Paint::kStrong, "needed", dependency_words(finding.dependency));
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
      write_remark(gutter, Paint::kHint, "help", remedy_words(finding, remedy));
      write_fix(gutter, file, finding, remedy);
    }
    write_notes(gutter, finding);
    out_ << '\n';
  }

  void write_summary() const {
    if (report_.goal) {
      for (const ClosingLine& line : goal_lines(report_))
        out_ << paint_(Paint::kStrong, line.label + ":") << ' ' << printable(line.text) << '\n';
      return;
    }
    const Summary summary = summarize(report_);
    out_ << paint_(Paint::kStrong, counted(summary.findings, "finding", "findings"));
    if (summary.findings > 0) {
      out_ << " in " << counted(summary.files, "file", "files") << " (" << temperatures(summary) << ")";
      out_ << ": " << by_family(summary);
    }
    if (summary.suppressed > 0) out_ << "; " << summary.suppressed << " suppressed";
    if (summary.in_baseline > 0) out_ << "; " << summary.in_baseline << " in the baseline";
    if (summary.fatal_problems > 0) {
      out_ << "; " << counted(summary.fatal_problems, "file was", "files were") << " not analysed";
    }
    if (summary.other_problems > 0) {
      out_ << "; " << counted(summary.other_problems, "problem", "problems") << " while reading";
    }
    out_ << '\n';
    for (const ClosingLine& line : closing_lines(report_))
      out_ << paint_(Paint::kStrong, line.label + ":") << ' ' << printable(line.text) << '\n';
  }

 private:
  void write_remark(std::size_t gutter, Paint paint, std::string_view label, std::string_view text) const {
    if (text.empty()) return;
    out_ << std::string(gutter, ' ') << paint_(Paint::kDim, " =") << ' ' << paint_(paint, std::string(label) + ":")
         << ' ' << printable(text) << '\n';
  }

  /// The lines as they would be.
  void write_fix(std::size_t gutter, const engine::ReportedFile& file, const engine::Finding& finding,
                 const engine::Remedy& remedy) const {
    if (remedy.fix == nullptr) return;
    write_remark(gutter, Paint::kHint, "fix", remedy.fix->title + how_to_apply(*remedy.fix));
    const FixLines fix = fix_lines(file, finding.range, *remedy.fix);
    for (const FixLine& line : fix.lines) {
      const std::size_t width = line.label.size() - 2;
      out_ << std::string(gutter - std::min(gutter, width), ' ') << paint_(Paint::kDim, line.label) << ' ' << line.text
           << '\n';
    }
    if (fix.more > 0) out_ << std::string(gutter + 3, ' ') << paint_(Paint::kDim, more_lines_words(fix.more)) << '\n';
  }

  void write_notes(std::size_t gutter, const engine::Finding& finding) const {
    std::vector<const engine::Related*> notes;
    for (const engine::Related& link : finding.chain) notes.push_back(&link);
    for (const engine::Related& related : finding.related) notes.push_back(&related);
    for (const engine::AlsoFound& also : finding.also) {
      for (const engine::Related& related : also.related) notes.push_back(&related);
    }
    const std::size_t shown = notes.size() > kMostNotes ? kMostNotes - 1 : notes.size();
    for (const engine::Related* note : std::span(notes).first(shown)) {
      const std::string place = place_of(report_.files[note->file], note->range);
      write_remark(gutter, Paint::kNote, "note", note->message + " (" + place + ")");
    }
    if (shown < notes.size()) {
      write_remark(gutter, Paint::kNote, "note", "and " + counted(notes.size() - shown, "more place", "more places"));
    }
  }

  static std::string temperatures(const Summary& summary) {
    std::string text;
    for (const auto temperature : {engine::Temperature::kHot, engine::Temperature::kWarm, engine::Temperature::kCold}) {
      const std::size_t count = summary.count(temperature);
      if (count == 0) continue;
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(name_of(temperature));
    }
    return text;
  }

  static std::string by_family(const Summary& summary) {
    std::string text;
    for (const Family& family : families()) {
      std::size_t count = 0;
      for (const RuleCount& rule : summary.by_rule) count += rule.code.starts_with(family.prefix) ? rule.own : 0;
      if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, family.singular, family.plural);
    }
    return text;
  }

  const engine::Report& report_;
  std::ostream& out_;
  Painter paint_;
};

}  // namespace

void write_text(const engine::Report& report, std::ostream& out, const TextOptions& options) {
  const TextWriter writer(report, out, options);
  for (const std::size_t i : in_order(report)) writer.write_finding(report.findings[i]);
  if (options.summary) writer.write_summary();
}

}  // namespace syncfree::report
