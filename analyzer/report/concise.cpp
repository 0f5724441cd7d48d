#include "analyzer/report/concise.h"

#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"

namespace syncfree::report {

void write_concise(const engine::Report& report, std::ostream& out) {
  for (const engine::Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    out << place_of(report.files[finding.file], finding.range) << ": " << finding.code << " ["
        << levels_with_error(finding) << "] " << printable(finding.message) << '\n';
  }
}

}  // namespace syncfree::report
