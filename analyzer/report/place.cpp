#include "analyzer/report/place.h"

#include "analyzer/report/display_line.h"

namespace syncfree::report {

std::string place_of(const engine::ReportedFile& file, source::TextRange range) {
  const source::Position position = file.lines->position(range.begin);
  return printable(file.path) + ":" + std::to_string(position.line) + ":" + std::to_string(position.character_column);
}

std::string levels_of(const engine::Finding& finding) {
  return std::string(name_of(finding.confidence)) + ", " + std::string(name_of(finding.temperature));
}

std::string levels_with_error(const engine::Finding& finding) {
  return (finding.severity == engine::Severity::kError ? "error, " : "") + levels_of(finding);
}

}  // namespace syncfree::report
