#include "analyzer/report/grouped.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analyzer/report/display_line.h"
#include "analyzer/report/place.h"
#include "analyzer/report/ranking.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

struct Group {
  std::uint32_t file = 0;
  std::vector<std::size_t> findings;
};

/// In the order in which the report comes to the files.
std::vector<Group> groups_of(const engine::Report& report) {
  std::vector<Group> groups;
  std::map<std::uint32_t, std::size_t> known;
  for (const std::size_t i : in_order(report)) {
    const std::uint32_t file = report.findings[i].file;
    const auto [entry, is_new] = known.emplace(file, groups.size());
    if (is_new) groups.push_back({.file = file, .findings = {}});
    groups[entry->second].findings.push_back(i);
  }
  return groups;
}

/// "12:5", or "cell 3:12:5".
std::string place_in_file(const engine::ReportedFile& file, const engine::Finding& finding) {
  const ShownPlace place = shown_place(file, finding.range.begin);
  return (place.cell > 0 ? "cell " + std::to_string(place.cell) + ":" : "") + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

void write_group(const engine::Report& report, const Group& group, std::ostream& out) {
  const engine::ReportedFile& file = report.files[group.file];
  out << printable(file.path) << ": " << counted(group.findings.size(), "finding", "findings") << '\n';
  std::size_t width = 0;
  for (const std::size_t i : group.findings) width = std::max(width, place_in_file(file, report.findings[i]).size());
  for (const std::size_t i : group.findings) {
    const engine::Finding& finding = report.findings[i];
    std::string place = place_in_file(file, finding);
    place.resize(width, ' ');
    out << "  " << place << "  " << finding.code << " [" << levels_with_error(finding) << "] "
        << printable(finding.message) << also_note(finding) << '\n';
  }
}

}  // namespace

void write_grouped(const engine::Report& report, std::ostream& out) {
  bool is_first = true;
  for (const Group& group : groups_of(report)) {
    if (!is_first) out << '\n';
    is_first = false;
    write_group(report, group, out);
  }
}

}  // namespace syncfree::report
