// The comparison of ranks, in each output format.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/confirm/report.h"

namespace syncfree::confirm {

/// A table of the ranks and who waits for whom, in lines; empty if there are no ranks to compare.
std::string ranks_text(const Confirmation& confirmation);

/// Null if there are none.
nlohmann::ordered_json ranks_json(const Confirmation& confirmation);

/// A section of the page: the table, and a picture of one step.
std::string ranks_html(const Confirmation& confirmation);

}  // namespace syncfree::confirm
