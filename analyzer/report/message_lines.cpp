#include "analyzer/report/message_lines.h"

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"
#include "analyzer/report/place.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {

std::vector<std::string> message_lines(const engine::Report& report, const engine::Finding& finding) {
  const engine::ReportedFile& file = report.files[finding.file];
  std::vector<std::string> lines = {finding.message + " [" + levels_of(finding) + "]" + cell_note(file, finding.range)};
  if (!finding.reason.empty()) lines.push_back("why: " + finding.reason);
  for (const engine::AlsoFound& also : finding.also)
    lines.push_back("also: " + std::string(also.code) + " " + also.message);
  for (const engine::Remedy& remedy : engine::remedies_of(finding)) {
    if (!remedy.hint.empty()) lines.push_back("help: " + remedy_words(finding, remedy));
  }
  for (const engine::Related& link : finding.chain) {
    lines.push_back("note: " + link.message + " (" + place_of(report.files[link.file], link.range) + ")");
  }
  return lines;
}

std::string whole_message(const engine::Report& report, const engine::Finding& finding, std::string_view between) {
  std::string text;
  for (const std::string& line : message_lines(report, finding)) {
    if (!text.empty()) text += between;
    text += line;
  }
  return text;
}

std::string title_of(const engine::Report& report, const engine::Finding& finding) {
  const engine::RuleInfo* rule = engine::find_rule(finding.code, report.rules);
  return std::string(finding.code) + (rule != nullptr ? " " + std::string(rule->name) : "");
}

}  // namespace syncfree::report
