// A recording of a program beside the analysis of its sources.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "cli/confirm/report.h"
#include "driver/check.h"

namespace syncfree::confirm {

/// The sources that ran, as far as they are the user's and are there; as a user would type them.
std::vector<std::string> sources_that_ran(const Recording& recording);

/// The findings of all levels: a stall at a cold or doubtful one has been found, too. `changed` is as in the request.
driver::CheckResult analyze_sources(const std::vector<std::string>& paths, driver::Settings settings,
                                    const std::unordered_map<std::string, std::string>& changed = {});

/// Why nothing was seen, or empty: a recording of which some process was observed.
std::string nothing_seen(const Recording& recording);

/// The figures of a report are those of its JSON, by which later runs know them.
RunFigures figures_of(const Confirmation& confirmation);

}  // namespace syncfree::confirm
