// The report as Markdown for the summary page of a GitHub Actions job.
#pragma once

#include <ostream>
#include <string>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// A table of the rules and one of the findings, worst first, as many as the page may hold (GitHub takes 1 MiB a step).
/// `source_url`: where the repository's files are seen at the analysed commit, ending in '/'; empty for no links.
void write_github_summary(const engine::Report& report, const std::string& source_url, std::ostream& out);

}  // namespace syncfree::report
