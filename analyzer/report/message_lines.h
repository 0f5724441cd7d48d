// All that a finding says, for formats that have one field for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// The message with its levels, then one line each: why, what other rules say, help, and the callers as notes.
std::vector<std::string> message_lines(const engine::Report& report, const engine::Finding& finding);

/// The same, put together with `between`.
std::string whole_message(const engine::Report& report, const engine::Finding& finding, std::string_view between);

/// "SF301 host-scalar-read".
std::string title_of(const engine::Report& report, const engine::Finding& finding);

}  // namespace syncfree::report
