#include "analyzer/report/github_summary.h"

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "analyzer/engine/selection.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/uri.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

constexpr std::size_t kMostBytes = 900'000;

/// Text that Markdown and HTML leave as it is, in a table's cell.
std::string plain(std::string_view text) {
  static constexpr std::string_view kSpecial = "\\`*_{}[]<>#+!|&~$@";
  std::string result;
  for (const char c : printable(text)) {
    if (kSpecial.find(c) != std::string_view::npos) {
      result += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
    } else {
      result += c;
    }
  }
  return result;
}

/// A message, whose `quoted` parts become code.
std::string message_cell(std::string_view message) {
  std::string result;
  bool in_code = false;
  std::size_t begin = 0;
  while (true) {
    const std::size_t tick = message.find('`', begin);
    const bool closed =
        in_code || (tick != std::string_view::npos && message.find('`', tick + 1) != std::string_view::npos);
    const std::string_view part = message.substr(begin, tick == std::string_view::npos ? tick : tick - begin);
    result += plain(part);
    if (tick == std::string_view::npos) return result;
    if (closed) {
      result += in_code ? "</code>" : "<code>";
      in_code = !in_code;
    } else {
      result += plain("`");
    }
    begin = tick + 1;
  }
}

std::string place_cell(const engine::ReportedFile& file, source::TextRange range, const std::string& source_url) {
  const std::string place = plain(place_of(file, range));
  if (source_url.empty() || std::filesystem::path(file.uri).is_absolute()) return place;
  const std::string line = std::to_string(file_line(file, file.lines->line_of(range.begin)));
  return "[" + place + "](" + source_url + encode_path(file.uri) + "#L" + line + ")";
}

void write_rules(const engine::Report& report, const Summary& summary, std::ostream& out) {
  out << "| rule | name | findings | hot |\n| --- | --- | ---: | ---: |\n";
  for (const RuleCount& count : summary.by_rule) {
    const engine::RuleInfo* rule = engine::find_rule(count.code, report.rules);
    out << "| " << count.code << " | " << (rule != nullptr ? rule->name : "") << " | " << count.findings << " | "
        << count.hot << " |\n";
  }
}

void write_findings(const engine::Report& report, const std::string& source_url, std::ostream& out) {
  out << "\n| | place | rule | what | runs |\n| --- | --- | --- | --- | --- |\n";
  const std::vector<std::size_t> order = worst_first(report);
  std::size_t bytes = 0;
  for (std::size_t shown = 0; shown < order.size(); ++shown) {
    const engine::Finding& finding = report.findings[order[shown]];
    const std::string row = "| " + std::string(name_of(finding.severity)) + " | " +
                            place_cell(report.files[finding.file], finding.range, source_url) + " | " +
                            std::string(finding.code) + also_note(finding) + " | " + message_cell(finding.message) +
                            " | " + levels_of(finding) + " |\n";
    bytes += row.size();
    if (bytes > kMostBytes) {
      out << "\nand " << counted(order.size() - shown, "more finding", "more findings") << '\n';
      return;
    }
    out << row;
  }
}

}  // namespace

void write_github_summary(const engine::Report& report, const std::string& source_url, std::ostream& out) {
  const Summary summary = summarize(report);
  out << "### syncfree-lint: " << counted(summary.findings, "finding", "findings") << "\n\n";
  if (report.interrupted) out << "Interrupted: " << interrupted_words(*report.interrupted) << ".\n\n";
  if (summary.findings > 0) {
    out << counted(summary.files, "file", "files") << "; " << summary.count(engine::Temperature::kHot) << " hot, "
        << summary.count(engine::Temperature::kWarm) << " warm, " << summary.count(engine::Temperature::kCold)
        << " cold";
    if (summary.suppressed > 0) out << "; " << summary.suppressed << " suppressed";
    if (summary.in_baseline > 0) out << "; " << summary.in_baseline << " in the baseline";
    out << "\n\n";
    write_rules(report, summary, out);
    write_findings(report, source_url, out);
  }
  if (report.problems.empty()) return;
  out << "\nNot read as it should be:\n\n";
  std::size_t shown = 0;
  for (const engine::Problem& problem : report.problems) {
    if (++shown > 50) {
      out << "- and " << counted(report.problems.size() - shown + 1, "more problem", "more problems") << '\n';
      return;
    }
    out << "- " << plain(problem.path) << (problem.line > 0 ? " line " + std::to_string(problem.line) : "") << ", "
        << plain(problem.message) << '\n';
  }
}

}  // namespace syncfree::report
