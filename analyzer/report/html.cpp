#include "analyzer/report/html.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/fix_lines.h"
#include "analyzer/report/html_assets.h"
#include "analyzer/report/html_page.h"
#include "analyzer/report/html_text.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

constexpr std::uint32_t kContext = 3;  // lines shown before and after a finding

/// A file with findings, and how many of them are hot.
struct FileCount {
  std::size_t findings = 0;
  std::size_t hot = 0;
};

class HtmlWriter {
 public:
  HtmlWriter(const engine::Report& report, std::ostream& out)
      : report_(report), out_(out), summary_(summarize(report)), names_(fingerprints(report)) {
    for (const engine::Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      FileCount& count = files_[finding.file];
      ++count.findings;
      count.hot += finding.temperature == engine::Temperature::kHot ? 1 : 0;
    }
  }

  void write() const {
    write_head();
    write_counts();
    if (report_.interrupted)
      out_ << "<p class=\"error\">Interrupted: " << interrupted_words(*report_.interrupted) << ".</p>\n";
    if (summary_.findings > 0) {
      write_rules();
      write_files();
      write_filters();
      write_findings();
      write_pages();
    }
    write_problems();
    if (summary_.findings > 0) out_ << "<script>\n" << kReportScript << "</script>\n";
    out_ << "</body>\n</html>\n";
  }

 private:
  const engine::RuleInfo* rule_of(std::string_view code) const { return engine::find_rule(code, report_.rules); }

  void write_head() const {
    // Nothing is loaded from anywhere, even if a source text should find a way to ask for it.
    out_
        << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
           "script-src 'unsafe-inline'; form-action 'none'; base-uri 'none'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<title>syncfree-lint: " << counted(summary_.findings, "finding", "findings") << "</title>\n<style>\n"
        << kReportStyle << "</style>\n</head>\n<body>\n<header class=\"top\">\n<h1>"
        << counted(summary_.findings, "finding", "findings") << ": where the host waits for the GPU</h1>\n"
        << "<span class=\"quiet\">syncfree-lint " << html_text(report_.version) << "</span>\n"
        << "<label hidden data-needs-script>Colours<select id=\"theme\" name=\"theme\"><option value=\"\">as the system"
           "</option><option>light</option><option>dark</option></select></label>\n</header>\n";
  }

  void write_count(std::size_t count, std::string_view what) const {
    if (count > 0) out_ << "<li><b>" << count << "</b>" << what << "</li>\n";
  }

  void write_counts() const {
    out_ << "<ul class=\"counts\">\n";
    write_count(summary_.count(engine::Temperature::kHot), "hot: run in each step");
    write_count(summary_.count(engine::Temperature::kWarm), "warm: how often is unknown");
    write_count(summary_.count(engine::Temperature::kCold), "cold: start-up, errors, every N steps");
    write_count(summary_.files, summary_.files == 1 ? "file with findings" : "files with findings");
    write_count(summary_.suppressed, "suppressed");
    write_count(summary_.in_baseline, "in the baseline");
    write_count(summary_.fatal_problems, summary_.fatal_problems == 1 ? "file not analysed" : "files not analysed");
    out_ << "</ul>\n";
  }

  void write_rules() const {
    out_ << "<details open>\n<summary>Rules</summary>\n<table>\n<tr><th class=\"code\">Rule</th><th>What it finds</th>"
            "<th class=\"number\">Findings</th><th class=\"number\">Hot</th></tr>\n";
    for (const RuleCount& count : summary_.by_rule) {
      const engine::RuleInfo* rule = rule_of(count.code);
      out_ << "<tr><td><a href=\"#rule=" << count.code << "\">" << count.code << "</a></td><td>";
      if (rule != nullptr) out_ << "<b>" << rule->name << "</b> " << html_message(rule->summary);
      out_ << "</td><td class=\"number\">" << count.findings << "</td><td class=\"number\">" << count.hot
           << "</td></tr>\n";
    }
    out_ << "</table>\n</details>\n";
  }

  void write_files() const {
    out_ << "<details open>\n<summary>Files</summary>\n<table>\n<tr><th>File</th><th class=\"number\">Findings</th>"
            "<th class=\"number\">Hot</th></tr>\n";
    for (const auto& [file, count] : files_) {
      out_ << "<tr><td><a href=\"#f" << file << "\">" << path_of(file) << "</a></td><td class=\"number\">"
           << count.findings << "</td><td class=\"number\">" << count.hot << "</td></tr>\n";
    }
    out_ << "</table>\n</details>\n";
  }

  std::string path_of(std::uint32_t file) const { return html_text(printable(report_.files[file].path)); }

  void write_choice(std::string_view name, std::string_view label, const std::vector<std::string>& values) const {
    out_ << "<label>" << label << "<select name=\"" << name << "\"><option value=\"\">all</option>";
    for (const std::string& value : values) out_ << "<option>" << value << "</option>";
    out_ << "</select></label>\n";
  }

  void write_filters() const {
    std::vector<std::string> rules;
    for (const RuleCount& count : summary_.by_rule) rules.emplace_back(count.code);
    out_ << "<h2>Findings</h2>\n<form hidden data-needs-script>\n<label>Text<input type=\"search\" "
            "name=\"text\"></label>\n";
    write_choice("rule", "Rule", rules);
    write_choice("severity", "Level", {"error", "warning", "note"});
    write_choice("temperature", "Runs", {"hot", "warm", "cold"});
    write_choice("confidence", "Sure", {"certain", "likely", "possible"});
    out_ << "<button type=\"button\" id=\"all\">Show all</button>\n"
            "<output id=\"shown\" class=\"quiet\"></output>\n"
            "<span class=\"quiet keys\"><kbd>/</kbd> text, <kbd>j</kbd> <kbd>k</kbd> next and "
            "previous</span>\n</form>\n";
  }

  static std::string codes_of(const engine::Finding& finding) {
    std::string codes(finding.code);
    for (const engine::AlsoFound& also : finding.also) codes += " " + std::string(also.code);
    return codes;
  }

  void write_findings() const {
    std::uint32_t open = 0;
    bool is_open = false;
    std::set<std::uint32_t> named;  // worst first, a file comes again and again; links lead to its first finding
    for (const std::size_t i : in_order(report_)) {
      const engine::Finding& finding = report_.findings[i];
      if (!is_open || finding.file != open) {
        out_ << (is_open ? "</section>\n" : "") << "<section class=\"file\"";
        if (named.insert(finding.file).second) out_ << " id=\"f" << finding.file << '"';
        out_ << ">\n<h3>" << path_of(finding.file) << "</h3>\n";
        open = finding.file;
        is_open = true;
      }
      write_finding(finding, fingerprint_in_file(names_[i], report_.files[finding.file].uri));
    }
    if (is_open) out_ << "</section>\n";
  }

  void write_finding(const engine::Finding& finding, const std::string& id) const {
    const engine::ReportedFile& file = report_.files[finding.file];
    const engine::RuleInfo* rule = rule_of(finding.code);
    const std::string_view severity = name_of(finding.severity);
    out_ << "<article id=\"" << id << "\" data-rule=\"" << codes_of(finding) << "\" data-severity=\"" << severity
         << "\" data-temperature=\"" << name_of(finding.temperature) << "\" data-confidence=\""
         << name_of(finding.confidence) << "\">\n<h4><span class=\"" << severity << "\">" << severity << " "
         << finding.code << "</span> " << html_message(finding.message) << "</h4>\n<p class=\"place\"><a href=\"#" << id
         << "\">" << html_text(place_of(file, finding.range)) << "</a>";
    if (!finding.function.empty()) out_ << " in <code>" << html_text(printable(finding.function)) << "</code>";
    out_ << ", " << levels_of(finding);
    if (rule != nullptr) out_ << ", <a href=\"#page-" << rule->code << "\">" << rule->name << "</a>";
    out_ << "</p>\n" << html_source(file, finding.range, kContext);
    if (!finding.reason.empty()) out_ << "<p><b>Why:</b> " << html_message(finding.reason) << "</p>\n";
    for (const engine::AlsoFound& also : finding.also)
      out_ << "<p><b>Also <a href=\"#page-" << also.code << "\">" << also.code << "</a>:</b> "
           << html_message(also.message) << "</p>\n";
    if (const std::string_view needed = dependency_words(finding.dependency); !needed.empty())
      out_ << "<p><b>Needed on the host:</b> " << html_message(needed) << "</p>\n";
    for (const engine::Remedy& remedy : engine::remedies_of(finding)) write_remedy(file, finding, remedy);
    write_places("How the step path gets here:", "ol", finding.chain);
    write_places("See also:", "ul", finding.related);
    for (const engine::AlsoFound& also : finding.also)
      write_places("See also for " + std::string(also.code) + ":", "ul", also.related);
    out_ << "</article>\n";
  }

  void write_remedy(const engine::ReportedFile& file, const engine::Finding& finding,
                    const engine::Remedy& remedy) const {
    if (!remedy.hint.empty()) out_ << "<p><b>Help:</b> " << html_message(remedy_words(finding, remedy)) << "</p>\n";
    if (remedy.fix == nullptr) return;
    out_ << "<p><b>Fix:</b> " << html_message(remedy.fix->title + how_to_apply(*remedy.fix)) << "</p>\n";
    const FixLines fix = fix_lines(file, finding.range, *remedy.fix);
    if (fix.lines.empty()) return;
    out_ << "<pre class=\"source\">";
    for (const FixLine& line : fix.lines) {
      const std::string text = html_text(line.text);
      out_ << "<i>" << line.label << "</i>" << (line.is_removed ? "<del>" + text + "</del>" : text) << '\n';
    }
    out_ << "</pre>\n";
    if (fix.more > 0) out_ << "<p class=\"quiet\">" << html_message(more_lines_words(fix.more)) << "</p>\n";
  }

  void write_places(const std::string& title, std::string_view list, const std::vector<engine::Related>& places) const {
    if (places.empty()) return;
    out_ << "<div class=\"chain\"><b>" << title << "</b>\n<" << list << ">\n";
    for (const engine::Related& place : places) {
      const engine::ReportedFile& file = report_.files[place.file];
      out_ << "<li>" << html_message(place.message) << " <span class=\"quiet\">"
           << html_text(place_of(file, place.range)) << "</span>\n"
           << html_source(file, place.range, 0) << "</li>\n";
    }
    out_ << "</" << list << ">\n</div>\n";
  }

  /// Of the rules that found something, so that a report explains itself.
  void write_pages() const {
    out_ << "<h2>Pages of these rules</h2>\n";
    for (const std::string_view code : codes_found()) {
      const engine::RuleInfo* rule = rule_of(code);
      if (rule == nullptr) continue;
      out_ << "<details class=\"page\" id=\"page-" << code << "\">\n<summary>" << code << " " << rule->name
           << "</summary>\n<p>" << html_message(rule->summary) << "</p>\n"
           << html_page(rule->page) << "</details>\n";
    }
  }

  std::set<std::string_view> codes_found() const {
    std::set<std::string_view> codes;
    for (const engine::Finding& finding : report_.findings) {
      if (finding.suppressed) continue;
      codes.insert(finding.code);
      for (const engine::AlsoFound& also : finding.also) codes.insert(also.code);
    }
    return codes;
  }

  void write_problems() const {
    if (report_.problems.empty()) return;
    out_ << "<h2>Not read as it should be</h2>\n<ul>\n";
    for (const engine::Problem& problem : report_.problems) {
      out_ << "<li><span class=\"" << (problem.fatal ? "error" : "warning") << "\">"
           << html_text(printable(problem.path));
      if (problem.line > 0) out_ << ":" << problem.line;
      if (problem.column > 0) out_ << ":" << problem.column;
      out_ << "</span> " << html_text(printable(problem.message)) << "</li>\n";
    }
    out_ << "</ul>\n";
  }

  const engine::Report& report_;
  std::ostream& out_;
  Summary summary_;
  std::vector<std::string> names_;
  std::map<std::uint32_t, FileCount> files_;
};

}  // namespace

void write_html(const engine::Report& report, std::ostream& out) { HtmlWriter(report, out).write(); }

}  // namespace syncfree::report
