#include "analyzer/report/concise.h"

#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {

void write_concise(const engine::Report& report, std::ostream& out) {
  for (const std::size_t i : in_order(report)) {
    const engine::Finding& finding = report.findings[i];
    out << place_of(report.files[finding.file], finding.range) << ": " << finding.code << " ["
        << levels_with_error(finding) << "] " << printable(finding.message) << also_note(finding) << '\n';
  }
}

}  // namespace syncfree::report
