#include "analyzer/report/github.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/display_line.h"
#include "analyzer/report/escape.h"
#include "analyzer/report/message_lines.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

// The runner undoes exactly these, '%' last.
constexpr std::array<Escape, 5> kEscapes = {{
    {'%', "%25"},
    {'\r', "%0D"},
    {'\n', "%0A"},
    {':', "%3A"},
    {',', "%2C"},
}};
constexpr std::size_t kMessageEscapes = 3;  // a property's value ends at ':' or ',', the message does not

std::string message_data(std::string_view text) { return escaped(text, std::span(kEscapes).first(kMessageEscapes)); }
std::string property(std::string_view text) { return escaped(text, kEscapes); }

struct Annotation {
  engine::Severity kind;
  std::string command;  ///< for GitHub
  std::string line;     ///< for people, in the log
};

std::string_view command_of(engine::Severity kind) {
  switch (kind) {
    case engine::Severity::kError:
      return "error";
    case engine::Severity::kWarning:
      return "warning";
    case engine::Severity::kNote:
      return "notice";
  }
  return {};
}

/// Columns only within one line: the runner drops them elsewhere. Ends are inclusive.
std::string place_properties(const engine::ReportedFile& file, source::TextRange range) {
  const source::Position start = file.lines->position(range.begin);
  const source::Position end = file.lines->position(range.empty() ? range.end : range.end - 1);
  std::string text = "file=" + property(file.uri) + ",line=" + std::to_string(file_line(file, start.line));
  if (file.notebook != nullptr) return text + ",endLine=" + std::to_string(file_line(file, end.line));
  if (start.line == end.line) {
    return text + ",col=" + std::to_string(start.character_column) +
           ",endColumn=" + std::to_string(end.character_column);
  }
  return text + ",endLine=" + std::to_string(end.line);
}

/// A log line that holds no command, whatever source text it quotes: a command starts its line, or is `##[` anywhere.
std::string log_line(std::string text) {
  for (std::size_t at = text.find("##["); at != std::string::npos; at = text.find("##[", at)) text.insert(at + 2, " ");
  return "- " + text;
}

Annotation annotation_of(const engine::Report& report, const engine::Finding& finding) {
  const engine::ReportedFile& file = report.files[finding.file];
  return {.kind = finding.severity,
          .command = "::" + std::string(command_of(finding.severity)) + " " + place_properties(file, finding.range) +
                     ",title=" + property(title_of(report, finding)) +
                     "::" + message_data(whole_message(report, finding, "\n")),
          .line = log_line(place_of(file, finding.range) + ": " + std::string(finding.code) + " [" +
                           levels_of(finding) + "] " + printable(finding.message) + also_note(finding))};
}

Annotation annotation_of(const engine::Problem& problem) {
  const engine::Severity kind = problem.fatal ? engine::Severity::kError : engine::Severity::kWarning;
  std::string place = "file=" + property(problem.uri);
  if (problem.line > 0) place += ",line=" + std::to_string(problem.line);
  if (problem.column > 0) place += ",col=" + std::to_string(problem.column);
  return {.kind = kind,
          .command = "::" + std::string(command_of(kind)) + " " + place + "::" + message_data(problem.message),
          .line = log_line(printable(problem.path) + ": " + printable(problem.message))};
}

/// In the order in which they go out: files that were not analysed, the findings, smaller problems.
std::vector<Annotation> annotations(const engine::Report& report) {
  std::vector<Annotation> result;
  if (report.interrupted) {
    const std::string text = "interrupted: " + interrupted_words(*report.interrupted);
    result.push_back({.kind = engine::Severity::kError, .command = "::error::" + text, .line = text});
  }
  for (const engine::Problem& problem : report.problems) {
    if (problem.fatal) result.push_back(annotation_of(problem));
  }
  for (const std::size_t i : worst_first(report)) result.push_back(annotation_of(report, report.findings[i]));
  for (const engine::Problem& problem : report.problems) {
    if (!problem.fatal) result.push_back(annotation_of(problem));
  }
  return result;
}

}  // namespace

void write_github(const engine::Report& report, std::ostream& out) {
  std::array<std::size_t, 3> shown = {};
  std::vector<std::string> hidden;
  for (Annotation& annotation : annotations(report)) {
    if (shown[static_cast<std::size_t>(annotation.kind)]++ < kAnnotationsPerKind) {
      out << annotation.command << '\n';
    } else {
      hidden.push_back(std::move(annotation.line));
    }
  }
  if (hidden.empty()) return;
  out << counted(hidden.size(), "more place", "more places") << ", not annotated: GitHub shows " << kAnnotationsPerKind
      << " annotations of each kind for a step\n";
  for (const std::string& line : hidden) out << line << '\n';
}

}  // namespace syncfree::report
