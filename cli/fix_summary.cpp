#include "cli/fix_summary.h"

#include <algorithm>
#include <vector>

#include "analyzer/engine/one_wait.h"
#include "analyzer/engine/selection.h"
#include "analyzer/report/display_line.h"
#include "analyzer/report/summary.h"

namespace syncfree::cli {

std::string fix_summary(std::span<const driver::ChangedFile> changed, const engine::Report& left,
                        fixes::Applicability least, bool list) {
  std::string text;
  std::size_t findings = 0;
  std::size_t files = 0;
  for (const driver::ChangedFile& file : changed) {
    if (file.fixed.empty()) continue;
    ++files;
    if (list) text += report::printable(file.before.path) + ":\n";
    for (const auto& [code, count] : file.fixed) {
      findings += count;
      const engine::RuleInfo* rule = engine::find_rule(code, left.rules);
      if (list)
        text += "    " + std::to_string(count) + " x " + std::string(code) + " " + std::string(rule->name) + "\n";
    }
  }
  text += report::counted(findings, "finding", "findings") + " fixed in " + report::counted(files, "file", "files");
  const auto more = std::ranges::count_if(left.findings, [&](const engine::Finding& finding) {
    if (finding.suppressed) return false;
    const std::vector<engine::Remedy> remedies = engine::remedies_of(finding);
    const fixes::Fix* fix = remedies.empty() ? nullptr : remedies.front().fix;
    return fix != nullptr && fix->applicability == fixes::Applicability::kUnsafe;
  });
  if (more > 0 && least > fixes::Applicability::kUnsafe)
    text += " (" + std::to_string(more) + " more with `--unsafe-fixes`)";
  return text + "\n";
}

}  // namespace syncfree::cli
