#include "analyzer/report/summary.h"

#include <map>
#include <set>

namespace syncfree::report {

Summary summarize(const engine::Report& report) {
  Summary summary;
  std::map<std::string_view, RuleCount> rules;
  std::set<std::uint32_t> files;
  for (const engine::Finding& finding : report.findings) {
    if (finding.suppressed) {
      ++(finding.in_baseline ? summary.in_baseline : summary.suppressed);
      continue;
    }
    ++summary.findings;
    files.insert(finding.file);
    ++summary.by_temperature[static_cast<std::size_t>(finding.temperature)];
    ++summary.by_severity[static_cast<std::size_t>(finding.severity)];
    const auto count = [&](std::string_view code) {
      RuleCount& rule = rules[code];
      rule.code = code;
      ++rule.findings;
      rule.hot += finding.temperature == engine::Temperature::kHot ? 1 : 0;
    };
    count(finding.code);
    ++rules[finding.code].own;
    for (const engine::AlsoFound& also : finding.also) count(also.code);
  }
  summary.files = files.size();
  for (const auto& [code, count] : rules) summary.by_rule.push_back(count);
  for (const engine::Problem& problem : report.problems) {
    ++(problem.fatal ? summary.fatal_problems : summary.other_problems);
  }
  return summary;
}

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return std::to_string(count) + " " + std::string(count == 1 ? singular : plural);
}

}  // namespace syncfree::report
