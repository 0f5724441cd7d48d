#include "analyzer/report/ranking.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace syncfree::report {

std::vector<std::size_t> worst_first(const engine::Report& report) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (!report.findings[i].suppressed) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) {
    const engine::Finding& finding = report.findings[i];
    return std::tuple(finding.severity, finding.temperature, finding.confidence, finding.loop_depth);
  });
  return order;
}

}  // namespace syncfree::report
