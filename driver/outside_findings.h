// Findings at calls: code that is not reported blocks, and a call in a reported file leads there.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/engine/judging/outside_call.h"
#include "analyzer/engine/report_data.h"

namespace syncfree::driver {

/// The finding at `call` (whose files are numbered as in the report) for the worst wait behind it. Waits count whose
/// finding is in the report, is not suppressed, and `is_wanted`; nothing if there are none.
std::optional<engine::Finding> finding_at_call(const engine::OutsideCall& call, const engine::Report& report,
                                               const std::function<bool(const engine::Finding&)>& is_wanted);

/// Of several calls that lead to one wait the hottest is kept, with the others beside it.
void join_calls(std::vector<engine::Finding>& at_calls);

}  // namespace syncfree::driver
