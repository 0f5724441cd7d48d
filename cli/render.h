// A report in the format that was asked for.
#pragma once

#include <string>

#include "analyzer/engine/report_data.h"
#include "cli/arguments.h"
#include "cli/settings.h"

namespace syncfree::cli {

/// The order that is asked for, or the one in which the format is read.
engine::Order order_of(Sort sort, OutputFormat format);

std::string render(const engine::Report& report, const CheckArguments& arguments, const ReportFile& to);

}  // namespace syncfree::cli
