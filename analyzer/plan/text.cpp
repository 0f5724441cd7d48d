#include <algorithm>
#include <string>
#include <string_view>

#include "analyzer/plan/words.h"
#include "analyzer/plan/write.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/painter.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"

namespace syncfree::plan {
namespace {

using report::Paint;

constexpr std::size_t kMostInFull = 3;   // steps
constexpr std::size_t kMostListed = 20;  // further steps
constexpr std::size_t kMostRanked = 10;  // waits to start with
constexpr std::uint32_t kDeepestIndent = 12;

class TextWriter {
 public:
  TextWriter(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out)
      : report_(report), plan_(plan), how_(how), out_(out), paint_(how.color) {}

  void write() const {
    const std::size_t shown = std::min(plan_.steps.size(), kMostInFull);
    if (plan_.steps.size() > 1) write_list();
    for (std::size_t i = 0; i < shown; ++i) write_step(plan_.steps[i]);
    write_rest(shown);
  }

 private:
  std::string place(std::uint32_t file, source::TextRange range) const {
    return report::printable(report::place_of(report_.files[file], range));
  }

  void write_list() const {
    const std::size_t all = plan_.steps.size() + plan_.milder;
    out_ << paint_(Paint::kStrong, report::counted(all, "step", "steps") + " with waits, the worst first") << '\n';
    const std::size_t listed = std::min(plan_.steps.size(), kMostListed);
    for (std::size_t i = 0; i < listed; ++i) {
      const Step& step = plan_.steps[i];
      out_ << "  " << place(step.start.file, step.start.range) << ": " << start_words(report_, step) << ", "
           << report::counted(step.entries.size(), "wait", "waits") << '\n';
    }
    if (listed < all) out_ << "  and " << all - listed << " more\n";
    out_ << '\n';
  }

  void write_step(const Step& step) const {
    out_ << paint_(Paint::kStrong,
                   place(step.start.file, step.start.range) + ": a step is " + start_words(report_, step))
         << '\n';
    out_ << report::counted(step.entries.size(), "wait", "waits") << "\n\n";
    write_ranking(step);
    write_outlook(step);
    out_ << paint_(Paint::kStrong, "In the order in which it runs") << '\n';
    for (const Line& line : step.lines) write_line(step, line);
    if (step.left_out > 0) {
      out_ << paint_(Paint::kWarning, "cut") << ": " << report::counted(step.left_out, "call is", "calls are")
           << " too far away, or came behind the limit; their waits are left out\n";
    }
    out_ << '\n';
  }

  void write_ranked(const Step& step, std::size_t number) const {
    const Entry& entry = step.entries[number];
    const engine::Finding& finding = report_.findings[entry.finding];
    out_ << "  #" << number + 1 << ' ' << place(finding.file, finding.range) << ' '
         << paint_(Paint::kWarning, finding.code) << ' ' << report::printable(wait_quote(report_, entry)) << ": "
         << short_times_words(step, entry.times);
  }

  void write_ranking(const Step& step) const {
    const auto is_left = [&](std::size_t number) { return step.entries[number].action == Action::kLeave; };
    const auto split = std::ranges::find_if(step.worst_first, is_left);
    const auto changed = static_cast<std::size_t>(split - step.worst_first.begin());
    if (changed > 0) out_ << paint_(Paint::kStrong, "Where to start, the worst first") << '\n';
    for (std::size_t i = 0; i < std::min(changed, kMostRanked); ++i) {
      const Entry& entry = step.entries[step.worst_first[i]];
      write_ranked(step, step.worst_first[i]);
      out_ << "; " << remedy_words(report_, entry) << '\n';
      if (entry.behind) out_ << "     " << paint_(Paint::kNote, behind_words(step, entry)) << '\n';
    }
    if (changed > kMostRanked) out_ << "  and " << changed - kMostRanked << " more below\n";
    if (split == step.worst_first.end()) return;
    out_ << paint_(Paint::kStrong, changed > 0 ? "Nothing to gain from" : "Nothing to gain from any of them") << '\n';
    const auto left = std::span(step.worst_first).subspan(changed);
    for (const std::size_t number : left.first(std::min(left.size(), kMostRanked))) {
      write_ranked(step, number);
      out_ << "; " << report::printable(step.entries[number].advice) << '\n';
    }
    if (left.size() > kMostRanked) out_ << "  and " << left.size() - kMostRanked << " more below\n";
  }

  void write_outlook(const Step& step) const {
    out_ << '\n' << paint_(Paint::kStrong, "Waits that go, and waits that remain") << '\n';
    for (const Outlook& outlook : outlook_of(report_, step)) {
      static constexpr std::string_view kLabels[] = {"safe now", "after a look", "by hand"};
      out_ << "  " << kLabels[static_cast<std::size_t>(outlook.action)] << ": " << outlook_words(outlook);
      if (const std::string command = command_of(report_, outlook, how_.paths); !command.empty())
        out_ << ": " << paint_(Paint::kHint, report::printable(command));
      out_ << '\n';
    }
    const auto left = std::ranges::count(step.entries, Action::kLeave, &Entry::action);
    if (left > 0)
      out_ << "  left as " << (left == 1 ? "it is" : "they are") << ": "
           << report::counted(static_cast<std::size_t>(left), "wait", "waits") << '\n';
    out_ << '\n';
  }

  static std::string indent(std::uint32_t depth) { return std::string(2 * std::min(depth, kDeepestIndent) + 2, ' '); }

  void write_line(const Step& step, const Line& line) const {
    const std::string at = place(line.place.file, line.place.range);
    switch (line.kind) {
      case LineKind::kCall:
        out_ << indent(line.depth) << paint_(Paint::kDim, at) << " calls " << name(line)
             << report::printable(around_words(report_, line)) << '\n';
        return;
      case LineKind::kAgain:
        out_ << indent(line.depth) << paint_(Paint::kDim, at) << " calls " << name(line)
             << report::printable(around_words(report_, line)) << " again: "
             << (line.entries == 1
                     ? "#" + std::to_string(line.entry + 1)
                     : "#" + std::to_string(line.entry + 1) + " to #" + std::to_string(line.entry + line.entries))
             << '\n';
        return;
      case LineKind::kCut:
        out_ << indent(line.depth) << paint_(Paint::kDim, at) << " calls " << name(line) << ": too far away\n";
        return;
      case LineKind::kWait:
        write_wait(step, line);
    }
  }

  static std::string name(const Line& line) {
    return report::printable(line.callee.empty() ? "the top level" : line.callee) +
           (line.by_name ? " (by its name)" : "");
  }

  void write_wait(const Step& step, const Line& line) const {
    const Entry& entry = step.entries[line.entry];
    const engine::Finding& finding = report_.findings[entry.finding];
    const std::string margin = indent(line.depth) + "   ";
    out_ << indent(line.depth) << paint_(Paint::kStrong, "#" + std::to_string(line.entry + 1)) << ' '
         << paint_(Paint::kDim, place(finding.file, finding.range)) << ' ' << paint_(Paint::kWarning, finding.code)
         << " [" << report::levels_with_error(finding) << "] " << report::printable(finding.message) << '\n';
    write_remark(margin, "runs", times_words(report_, step, entry.times, finding.file));
    write_remark(margin, "dependency", dependency_words(finding.dependency));
    if (entry.action == Action::kLeave) {
      write_remark(margin, "leave", entry.advice);
    } else {
      write_remark(margin, "remedy", remedy_words(report_, entry) + ": " + entry.advice);
      write_remark(margin, "afterwards", remains_words(entry.remains));
    }
    write_remark(margin, "caution", behind_words(step, entry));
    write_remark(margin, "caution", entry.caution);
  }

  void write_remark(const std::string& margin, std::string_view label, std::string_view text) const {
    if (text.empty()) return;
    out_ << margin << paint_(Paint::kDim, "=") << ' ' << paint_(Paint::kHint, std::string(label) + ":") << ' '
         << report::printable(text) << '\n';
  }

  void write_rest(std::size_t shown) const {
    if (shown < plan_.steps.size())
      out_ << "In full are the worst " << shown << "; `--from MODULE:FUNCTION` plans another one.\n";
    if (!plan_.beside.empty())
      out_ << paint_(Paint::kStrong,
                     "Beside it, reached by no call that was followed: each is a step to plan by itself")
           << '\n';
    for (const Step& step : plan_.beside)
      out_ << "  " << place(step.start.file, step.start.range) << ": " << start_words(report_, step) << '\n';
    if (plan_.hot_elsewhere > 0)
      out_ << report::counted(plan_.hot_elsewhere, "hot wait", "hot waits")
           << " of `syncfree-lint check` in no step that was followed.\n";
    if (plan_.without_waits > 0) out_ << report::counted(plan_.without_waits, "step", "steps") << " without waits.\n";
    if (plan_.not_followed > 0)
      out_ << report::counted(plan_.not_followed, "step was", "steps were")
           << " not followed: the limit of work is reached; name fewer files.\n";
  }

  const engine::Report& report_;
  const Plan& plan_;
  const Presentation& how_;
  std::ostream& out_;
  report::Painter paint_;
};

}  // namespace

void write_text(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out) {
  TextWriter(report, plan, how, out).write();
}

}  // namespace syncfree::plan
