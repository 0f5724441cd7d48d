#include "analyzer/report/ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "analyzer/engine/selection.h"

namespace syncfree::report {
namespace {

// COSTS.md measures a habit in each step against the same every 20 steps.
constexpr double kEveryStep = 1;
constexpr double kSeldom = 0.05;

double runs_per_step(engine::Temperature temperature) {
  switch (temperature) {
    case engine::Temperature::kHot:
      return kEveryStep;
    case engine::Temperature::kWarm:
      return std::sqrt(kEveryStep * kSeldom);  // unknown: as far from the one as from the other
    case engine::Temperature::kCold:
      return kSeldom;
  }
  return kSeldom;
}

/// A loop around the wait may be the step's own or one within the step, and how often it runs nobody knows.
double repeated(std::uint32_t loops) {
  constexpr std::uint32_t kMostCounted = 4;
  return static_cast<double>(1U << std::min(loops, kMostCounted));
}

/// How many of such findings were right where a GPU could tell.
double sureness(engine::Confidence confidence) {
  switch (confidence) {
    case engine::Confidence::kCertain:
      return 1;
    case engine::Confidence::kLikely:
      return 0.9;
    case engine::Confidence::kPossible:
      return 0.5;
  }
  return 0.5;
}

std::vector<std::size_t> not_suppressed(const engine::Report& report) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (!report.findings[i].suppressed) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace

double worth_of(const engine::Report& report, const engine::Finding& finding, double times) {
  const engine::RuleInfo* rule = engine::find_rule(finding.code, report.rules);
  const double cost = rule == nullptr ? 1 : rule->cost;
  return times * sureness(finding.confidence) * cost;
}

double worth_of(const engine::Report& report, const engine::Finding& finding) {
  return worth_of(report, finding, runs_per_step(finding.temperature) * repeated(finding.loop_depth));
}

std::vector<std::size_t> worst_first(const engine::Report& report) {
  std::vector<std::size_t> order = not_suppressed(report);
  std::vector<std::pair<bool, double>> worth(report.findings.size());
  for (const std::size_t i : order) {
    const engine::Finding& finding = report.findings[i];
    worth[i] = {finding.severity == engine::Severity::kError, worth_of(report, finding)};
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return worth[i]; });
  return order;
}

std::vector<std::size_t> in_order(const engine::Report& report) {
  return report.order == engine::Order::kWorth ? worst_first(report) : not_suppressed(report);
}

}  // namespace syncfree::report
