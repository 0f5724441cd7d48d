#include "analyzer/report/azure.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/report/display_line.h"
#include "analyzer/report/escape.h"
#include "analyzer/report/message_lines.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

// What the agent undoes. A azure_property's value ends at ';' or ']', the message does not.
constexpr std::array<Escape, 5> kAzureEscapes = {{
    {'%', "%AZP25"},
    {'\r', "%0D"},
    {'\n', "%0A"},
    {';', "%3B"},
    {']', "%5D"},
}};
constexpr std::size_t kAzureMessageEscapes = 3;

std::string azure_data(std::string_view text) {
  return escaped(printable(text), std::span(kAzureEscapes).first(kAzureMessageEscapes));
}
std::string azure_property(std::string_view text) { return escaped(text, kAzureEscapes); }

std::string_view kind_of(bool is_error) { return is_error ? "error" : "warning"; }

void write_problem(const engine::Problem& problem, std::ostream& out) {
  out << "##vso[task.logissue type=" << kind_of(problem.fatal) << ";sourcepath=" << azure_property(problem.uri);
  if (problem.line > 0) out << ";linenumber=" << problem.line;
  if (problem.column > 0) out << ";columnnumber=" << problem.column;
  out << ";]" << azure_data(problem.message) << '\n';
}

}  // namespace

void write_azure(const engine::Report& report, std::ostream& out) {
  if (report.interrupted)
    out << "##vso[task.logissue type=error;]interrupted: " << interrupted_words(*report.interrupted) << '\n';
  for (const std::size_t i : in_order(report)) {
    const engine::Finding& finding = report.findings[i];
    const engine::ReportedFile& file = report.files[finding.file];
    const source::Position start = file.lines->position(finding.range.begin);
    out << "##vso[task.logissue type=" << kind_of(finding.severity == engine::Severity::kError)
        << ";sourcepath=" << azure_property(file.uri) << ";linenumber=" << file_line(file, start.line);
    if (file.notebook == nullptr) out << ";columnnumber=" << start.character_column;
    out << ";code=" << finding.code << ";]" << azure_data(whole_message(report, finding, "; ")) << '\n';
  }
  for (const engine::Problem& problem : report.problems) write_problem(problem, out);
}

}  // namespace syncfree::report
