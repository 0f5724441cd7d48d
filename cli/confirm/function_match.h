// Ties a place of which only the function is known to a finding, by what ran there and in which order.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/engine/report_data.h"
#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// The finding, as an index into Report::findings: the only one in that function that what ran there can be of; of
/// several, the one of the same rank, if as many calls were seen as there are findings. `frame` is the innermost one
/// in `file`; `is_innermost` says that it is the innermost of all.
std::optional<std::size_t> finding_in_function(const engine::Report& report, std::uint32_t file, const Frame& frame,
                                               const CallSite& place, bool is_innermost);

/// Of a place whose frames are functions without a file, C++ then: the only finding of one of them, innermost first,
/// that names the call which was made.
std::optional<std::size_t> finding_of_call(const engine::Report& report, const CallSite& place);

/// The line of the function's name; the frame's line if it is not known.
std::uint32_t definition_line(const engine::ReportedFile& file, const Frame& frame);

}  // namespace syncfree::confirm
