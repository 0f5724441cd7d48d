// The report as logging commands of Azure Pipelines.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// `##vso[task.logissue …]`, one line a finding; problems too. Azure has errors and warnings: a note is a warning
/// there.
void write_azure(const engine::Report& report, std::ostream& out);

}  // namespace syncfree::report
