#include "analyzer/report/statistics.h"

#include <algorithm>
#include <iomanip>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "analyzer/engine/selection.h"
#include "analyzer/report/summary.h"

namespace syncfree::report {
namespace {

std::vector<RuleCount> most_first(const engine::Report& report) {
  std::vector<RuleCount> counts = summarize(report).by_rule;
  std::ranges::stable_sort(counts, std::ranges::greater{}, &RuleCount::findings);
  return counts;
}

const engine::RuleInfo* rule_of(const RuleCount& count, const engine::Report& report) {
  return engine::find_rule(count.code, report.rules);
}

}  // namespace

void write_statistics(const engine::Report& report, std::ostream& out) {
  const std::vector<RuleCount> counts = most_first(report);
  if (counts.empty()) {
    out << "0 findings\n";
    return;
  }
  const auto number_width = static_cast<int>(std::max<std::size_t>(5, std::to_string(counts.front().findings).size()));
  out << std::setw(number_width) << "total" << std::setw(number_width + 2) << "hot" << "  rule\n";
  for (const RuleCount& count : counts) {
    const engine::RuleInfo* rule = rule_of(count, report);
    const std::string_view name = rule != nullptr ? rule->name : "";
    out << std::setw(number_width) << count.findings << std::setw(number_width + 2) << count.hot << "  " << count.code
        << "  " << name << '\n';
  }
}

void write_statistics_json(const engine::Report& report, std::ostream& out) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const RuleCount& count : most_first(report)) {
    const engine::RuleInfo* rule = rule_of(count, report);
    rows.push_back({{"code", count.code},
                    {"name", rule != nullptr ? rule->name : ""},
                    {"findings", count.findings},
                    {"hot", count.hot}});
  }
  out << rows.dump(2) << '\n';
}

}  // namespace syncfree::report
