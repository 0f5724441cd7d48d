#include "driver/silenced_file.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/engine/suppression/suppression.h"
#include "rules/rule_table.h"

namespace syncfree::driver {
namespace {

/// Who analyses the calling file alone may silence there the waits that a call leads to. A comment for one of them
/// holds for all.
void silence(engine::OutsideCall& call, engine::Suppressions& suppressions) {
  std::vector<std::string_view> codes;
  for (const engine::ReachedWait& wait : call.waits) codes.push_back(wait.code);
  std::ranges::sort(codes);
  codes.erase(std::ranges::unique(codes).begin(), codes.end());
  std::optional<std::string> any;
  std::vector<std::optional<std::string>> reasons;
  for (const std::string_view code : codes) {
    reasons.push_back(suppressions.silence(call.range, code));
    if (!any) any = reasons.back();
  }
  if (!any) return;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    call.suppressed.emplace_back(codes[i], std::move(reasons[i]).value_or(*any));
  }
}

}  // namespace

void apply_comments(const model::Module& module, const source::LineTable& lines, std::uint32_t number, bool is_reported,
                    ReadComments& comments, FileSummary& summary) {
  if (!comments.said) comments.said.emplace(module, lines, rules::rule_table());
  if (!comments.said->are_none()) {
    engine::Suppressions suppressions = *comments.said;  // notes what it silences
    suppressions.mark(summary.findings);
    for (engine::OutsideCall& call : summary.calls) silence(call, suppressions);
    // Nobody knows what a comment silences in a file that was left out.
    if (is_reported) std::ranges::move(suppressions.about_comments(number), std::back_inserter(summary.findings));
  }
  std::ranges::stable_sort(summary.findings, {}, [](const engine::Finding& finding) {
    return std::tuple(finding.range.begin, finding.range.end, finding.code);
  });
}

}  // namespace syncfree::driver
