#include <set>
#include <string>
#include <string_view>

#include "analyzer/engine/selection.h"
#include "analyzer/plan/words.h"
#include "analyzer/plan/write.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/html_assets.h"
#include "analyzer/report/html_page.h"
#include "analyzer/report/html_text.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"

namespace syncfree::plan {
namespace {

using report::html_message;
using report::html_text;

constexpr std::uint32_t kContext = 1;  // lines shown before and after a wait

/// What the report's style has no words for.
constexpr std::string_view kStyle =
    ".order { margin: 0; padding-left: 0; list-style: none; }\n"
    ".order .order { margin: 0.25rem 0 0.5rem; padding-left: 1rem; border-left: 2px solid var(--line); }\n"
    ".order > li { margin: 0 0 0.5rem; }\n";

class HtmlWriter {
 public:
  HtmlWriter(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out)
      : report_(report), plan_(plan), how_(how), out_(out) {}

  void write() const {
    write_head();
    if (plan_.steps.size() > 1) write_list();
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) write_step(i);
    if (!plan_.beside.empty()) out_ << "<h2>Beside it, reached by no call that was followed</h2>\n<ul>\n";
    for (const Step& step : plan_.beside)
      out_ << "<li>" << html_message(start_words(report_, step)) << " <span class=\"quiet\">" << place(step.start)
           << "</span></li>\n";
    if (!plan_.beside.empty()) out_ << "</ul>\n";
    if (plan_.milder > 0)
      out_ << "<p>" << report::counted(plan_.milder, "milder step", "milder steps") << " with waits left out.</p>\n";
    if (plan_.hot_elsewhere > 0)
      out_ << "<p>" << report::counted(plan_.hot_elsewhere, "hot wait", "hot waits")
           << " of <code>syncfree-lint check</code> in no step that was followed.</p>\n";
    if (plan_.without_waits > 0)
      out_ << "<p>" << report::counted(plan_.without_waits, "step", "steps") << " without waits.</p>\n";
    if (plan_.not_followed > 0)
      out_ << "<p class=\"error\">" << report::counted(plan_.not_followed, "step was", "steps were")
           << " not followed: the limit of work is reached.</p>\n";
    write_pages();
    out_ << "</body>\n</html>\n";
  }

 private:
  std::string place(const FileRange& place) const {
    return html_text(report::printable(report::place_of(report_.files[place.file], place.range)));
  }

  static std::string id_of(std::size_t step, std::size_t entry) {
    return "s" + std::to_string(step + 1) + "w" + std::to_string(entry + 1);
  }

  static std::string link_to(std::size_t step, std::size_t entry) {
    return "<a href=\"#" + id_of(step, entry) + "\">#" + std::to_string(entry + 1) + "</a>";
  }

  void write_head() const {
    // Nothing is loaded from anywhere, even if a source text should find a way to ask for it.
    out_ << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            "form-action 'none'; base-uri 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>syncfree-lint: plan</title>\n<style>\n"
         << report::kReportStyle << kStyle
         << "</style>\n</head>\n<body>\n<header class=\"top\">\n<h1>The waits of a step, in the order in which they "
            "run</h1>\n<span class=\"quiet\">syncfree-lint "
         << html_text(report_.version) << "</span>\n</header>\n";
  }

  void write_list() const {
    out_ << "<table>\n<tr><th>Step</th><th>Where</th><th class=\"number\">Waits</th></tr>\n";
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      const Step& step = plan_.steps[i];
      out_ << "<tr><td><a href=\"#s" << i + 1 << "\">" << html_message(start_words(report_, step)) << "</a></td><td>"
           << place(step.start) << "</td><td class=\"number\">" << step.entries.size() << "</td></tr>\n";
    }
    out_ << "</table>\n";
  }

  void write_step(std::size_t number) const {
    const Step& step = plan_.steps[number];
    out_ << "<section id=\"s" << number + 1 << "\">\n<h2>A step is " << html_message(start_words(report_, step))
         << "</h2>\n<p class=\"place\">" << place(step.start) << ", "
         << report::counted(step.entries.size(), "wait", "waits") << "</p>\n";
    write_outlook(step);
    write_ranking(number);
    out_ << "<h3>In the order in which it runs</h3>\n";
    write_order(number);
    if (step.left_out > 0)
      out_ << "<p class=\"error\">" << report::counted(step.left_out, "call is", "calls are")
           << " too far away, or came behind the limit; their waits are left out.</p>\n";
    out_ << "</section>\n";
  }

  void write_outlook(const Step& step) const {
    static constexpr std::string_view kLabels[] = {"Safe now", "After a look", "By hand"};
    out_ << "<ul>\n";
    for (const Outlook& outlook : outlook_of(report_, step)) {
      out_ << "<li><b>" << kLabels[static_cast<std::size_t>(outlook.action)] << ":</b> " << outlook_words(outlook);
      if (const std::string command = command_of(report_, outlook, how_.paths); !command.empty())
        out_ << ": <code>" << html_text(report::printable(command)) << "</code>";
      out_ << "</li>\n";
    }
    out_ << "</ul>\n";
  }

  void write_ranking(std::size_t number) const {
    const Step& step = plan_.steps[number];
    out_ << "<h3>Where to start, the worst first</h3>\n<table>\n<tr><th>Wait</th><th>Where</th><th>What "
            "waits</th><th>Rule</th>"
            "<th>Runs</th><th>Dependency</th><th>Remedy</th><th>Then</th></tr>\n";
    for (const std::size_t i : step.worst_first) {
      const Entry& entry = step.entries[i];
      const engine::Finding& finding = report_.findings[entry.finding];
      out_ << "<tr><td>" << link_to(number, i) << "</td><td>" << place({finding.file, finding.range}) << "</td><td>"
           << html_message(report::printable(wait_quote(report_, entry))) << "</td><td><a href=\"#page-" << finding.code
           << "\">" << finding.code << "</a></td><td>" << short_times_words(step, entry.times) << "</td><td>"
           << engine::name_of(finding.dependency) << "</td><td>" << html_message(remedy_words(report_, entry))
           << "</td><td>" << remains_words(entry.remains) << "</td></tr>\n";
    }
    out_ << "</table>\n";
  }

  /// Lists in lists, one for each call.
  void write_order(std::size_t number) const {
    const Step& step = plan_.steps[number];
    std::uint32_t open = 0;
    out_ << "<ul class=\"order\">\n";
    for (const Line& line : step.lines) {
      for (; open > line.depth; --open) out_ << "</ul></li>\n";
      if (line.kind == LineKind::kWait) {
        out_ << "<li>";
        write_wait(number, line.entry);
        out_ << "</li>\n";
        continue;
      }
      out_ << "<li><span class=\"quiet\">" << place(line.place) << "</span> calls <code>"
           << html_text(report::printable(line.callee.empty() ? "the top level" : line.callee)) << "</code>"
           << (line.by_name ? " (by its name)" : "") << html_message(report::printable(around_words(report_, line)));
      if (line.kind == LineKind::kCall) {
        out_ << "\n<ul class=\"order\">\n";
        ++open;
        continue;
      }
      if (line.kind == LineKind::kAgain) {
        out_ << " again: " << link_to(number, line.entry);
        if (line.entries > 1) out_ << " to " << link_to(number, line.entry + line.entries - 1);
      } else {
        out_ << ": too far away";
      }
      out_ << "</li>\n";
    }
    for (; open > 0; --open) out_ << "</ul></li>\n";
    out_ << "</ul>\n";
  }

  void write_wait(std::size_t number, std::size_t index) const {
    const Step& step = plan_.steps[number];
    const Entry& entry = step.entries[index];
    const engine::Finding& finding = report_.findings[entry.finding];
    const engine::ReportedFile& file = report_.files[finding.file];
    const std::string_view severity = engine::name_of(finding.severity);
    out_ << "<article id=\"" << id_of(number, index) << "\">\n<h4>#" << index + 1 << " <span class=\"" << severity
         << "\">" << finding.code << "</span> " << html_message(finding.message) << "</h4>\n<p class=\"place\">"
         << place({finding.file, finding.range});
    if (!finding.function.empty()) out_ << " in <code>" << html_text(report::printable(finding.function)) << "</code>";
    out_ << ", " << report::levels_of(finding) << "</p>\n" << report::html_source(file, finding.range, kContext);
    write_remark("Runs", times_words(report_, step, entry.times, finding.file));
    write_remark("Dependency", dependency_words(finding.dependency));
    if (entry.action == Action::kLeave) {
      write_remark("Leave", entry.advice);
    } else {
      write_remark("Remedy", remedy_words(report_, entry) + ": " + entry.advice);
      write_remark("Afterwards", remains_words(entry.remains));
    }
    write_remark("Caution", behind_words(step, entry));
    write_remark("Caution", entry.caution);
    out_ << "</article>\n";
  }

  void write_remark(std::string_view label, std::string_view text) const {
    if (!text.empty()) out_ << "<p><b>" << label << ":</b> " << html_message(report::printable(text)) << "</p>\n";
  }

  /// Of the rules that have a wait here, so that the page explains itself.
  void write_pages() const {
    std::set<std::string_view> codes;
    for (const Step& step : plan_.steps) {
      for (const Entry& entry : step.entries) codes.insert(report_.findings[entry.finding].code);
    }
    if (!codes.empty()) out_ << "<h2>Pages of these rules</h2>\n";
    for (const std::string_view code : codes) {
      const engine::RuleInfo* rule = engine::find_rule(code, report_.rules);
      if (rule == nullptr) continue;
      out_ << "<details class=\"page\" id=\"page-" << code << "\">\n<summary>" << code << " " << rule->name
           << "</summary>\n<p>" << html_message(rule->summary) << "</p>\n"
           << report::html_page(rule->page) << "</details>\n";
    }
  }

  const engine::Report& report_;
  const Plan& plan_;
  const Presentation& how_;
  std::ostream& out_;
};

}  // namespace

void write_html(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out) {
  HtmlWriter(report, plan, how, out).write();
}

}  // namespace syncfree::plan
