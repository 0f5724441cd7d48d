// Which findings go first: by what their waits cost.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// The share of a training step that the finding's wait is expected to cost: how often it runs in a step, times what a
/// wait of its kind adds (RuleInfo::cost), times how sure the finding is. For comparing findings, not for display.
double worth_of(const engine::Report& report, const engine::Finding& finding);

/// The same of a finding whose wait runs `times` in a step, as far as that is known.
double worth_of(const engine::Report& report, const engine::Finding& finding, double times);

/// Numbers of the findings that are not suppressed, worst first: what makes a program fail, then by worth; equal ones
/// in the report's order.
std::vector<std::size_t> worst_first(const engine::Report& report);

/// Numbers of the findings that are not suppressed, in the report's order (Report::order).
std::vector<std::size_t> in_order(const engine::Report& report);

}  // namespace syncfree::report
