#include <algorithm>
#include <sstream>

#include "analyzer/report/display_line.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/painter.h"
#include "cli/confirm/ranks_report.h"
#include "cli/confirm/report.h"
#include "cli/confirm/step_wording.h"
#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

using report::Paint;
using report::printable;

bool has_blocked(const Result& result) {
  return result.outcome == Outcome::kConfirmed || result.outcome == Outcome::kNotFound;
}

class TextWriter {
 public:
  TextWriter(const Confirmation& confirmation, std::ostream& out, bool color)
      : confirmation_(confirmation), out_(out), paint_(color) {}

  void write_blocked(const Result& result) const {
    const Paint mark = result.outcome == Outcome::kConfirmed ? Paint::kWarning : Paint::kError;
    out_ << paint_(Paint::kStrong, printable(place_of(confirmation_, result))) << ": "
         << paint_(mark, result.finding ? std::string(code_of(confirmation_, result)) + " confirmed"
                                        : std::string(name_of(result.outcome)))
         << ": " << measured(confirmation_, result) << '\n';
    std::size_t gutter = 2;
    if (result.file) {
      const engine::ReportedFile& file = confirmation_.report.files[*result.file];
      report::write_excerpt(file, result.range, paint_, mark, out_);
      gutter = report::gutter_width(file, result.range);
    }
    if (result.finding) {
      const engine::Finding& finding = confirmation_.report.findings[*result.finding];
      remark(gutter, "what", finding.message);
      remark(gutter, "help", finding.hint);
      if (finding.suppressed) remark(gutter, "note", "suppressed by a comment: " + finding.suppression_reason);
    }
    remark(gutter, "gain", gain_text(confirmation_, result));
    remark(gutter, "calls", result.details);
    for (const std::string& caller : result.through) remark(gutter, "through", caller);
    remark(gutter, "by process", by_process(confirmation_, result));
    out_ << '\n';
  }

  /// One line each: there is nothing to measure.
  void write_others(Outcome outcome) const {
    bool first = true;
    for (const Result& result : confirmation_.joined.results) {
      if (result.outcome != outcome) continue;
      if (first) out_ << paint_(Paint::kStrong, std::string("Found, but ") + std::string(name_of(outcome))) << ":\n";
      first = false;
      out_ << "  " << printable(place_of(confirmation_, result)) << ": " << code_of(confirmation_, result) << ' '
           << printable(message_of(confirmation_, result));
      if (result.estimate.waits > 0) out_ << "; " << brief_wait(result) << ", " << gain_text(confirmation_, result);
      out_ << '\n';
    }
    if (!first) out_ << '\n';
  }

  /// Waits of places that were not found, which cost little each.
  void write_brief() const {
    bool first = true;
    for (const Result& result : confirmation_.joined.results) {
      if (result.outcome != Outcome::kBriefWait) continue;
      if (first) out_ << paint_(Paint::kStrong, "Not found, and waited while the GPU was done already:") << '\n';
      first = false;
      out_ << "  " << printable(place_of(confirmation_, result)) << ": " << brief_wait(result) << "; "
           << gain_text(confirmation_, result);
      if (!result.through.empty()) out_ << "; through " << printable(result.through.back());
      out_ << '\n';
    }
    if (!first) out_ << '\n';
  }

  void write_first_line() const { out_ << paint_(Paint::kStrong, idle_line(confirmation_)); }

  void write_failures() const {
    for (const std::string& failure : confirmation_.failures)
      out_ << paint_(Paint::kError, "failed:") << ' ' << printable(failure) << '\n';
  }

  void write_summary() const {
    std::size_t counts[6] = {};
    Tally blocked;
    for (const Result& result : confirmation_.joined.results) {
      ++counts[static_cast<std::size_t>(result.outcome)];
      if (has_blocked(result)) blocked.add(result.total);
    }
    write_lines(ranks_text(confirmation_));
    out_ << bound_lines(confirmation_) << figures(confirmation_);
    out_ << paint_(Paint::kStrong, "The host was blocked " + number(blocked.blocked) + " times and " +
                                       number(blocked.blocked_ms) + " ms" +
                                       (confirmation_.joined.per_step ? " a step" : " in all"));
    const char* before = ": ";
    for (const Outcome outcome : {Outcome::kConfirmed, Outcome::kNotFound, Outcome::kReachedWithoutBlocking,
                                  Outcome::kNotReached, Outcome::kNotSeen, Outcome::kBriefWait}) {
      const std::size_t count = counts[static_cast<std::size_t>(outcome)];
      if (count == 0) continue;
      out_ << before << count << ' ' << name_of(outcome);
      before = ", ";
    }
    out_ << '\n';
  }

 private:
  void write_lines(std::string_view text) const {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      out_ << printable(text.substr(at, end - at)) << '\n';
      at = end + 1;
    }
  }

  void remark(std::size_t gutter, std::string_view label, const std::string& text) const {
    if (text.empty()) return;
    out_ << std::string(gutter, ' ') << paint_(Paint::kDim, " =") << ' '
         << paint_(Paint::kNote, std::string(label) + ":") << ' ' << printable(text) << '\n';
  }

  const Confirmation& confirmation_;
  std::ostream& out_;
  report::Painter paint_;
};

}  // namespace

void write_text(const Confirmation& confirmation, std::ostream& out, const TextOptions& options) {
  const TextWriter writer(confirmation, out, options.color);
  if (options.summary) writer.write_first_line();
  for (const Result& result : confirmation.joined.results) {
    if (has_blocked(result)) writer.write_blocked(result);
  }
  for (const Outcome outcome : {Outcome::kReachedWithoutBlocking, Outcome::kNotReached, Outcome::kNotSeen})
    writer.write_others(outcome);
  writer.write_brief();
  if (confirmation.comparison != nullptr) out << comparison_text(*confirmation.comparison);
  if (options.summary) writer.write_summary();
  writer.write_failures();
}

void write_concise(const Confirmation& confirmation, std::ostream& out) {
  for (const Result& result : confirmation.joined.results) {
    out << printable(place_of(confirmation, result)) << ": " << code_of(confirmation, result) << " ["
        << name_of(result.outcome) << "] ";
    if (has_blocked(result)) out << measured(confirmation, result) << ": ";
    if (result.outcome == Outcome::kBriefWait) out << brief_wait(result) << ": ";
    out << printable(message_of(confirmation, result)) << '\n';
  }
  for (const std::string& failure : confirmation.failures) out << "failed: " << printable(failure) << '\n';
}

}  // namespace syncfree::confirm
