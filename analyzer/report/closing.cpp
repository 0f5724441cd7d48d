#include "analyzer/report/closing.h"

#include <algorithm>
#include <array>
#include <span>

#include "analyzer/engine/one_wait.h"
#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"

namespace syncfree::report {
namespace {

constexpr std::size_t kMostPlaces = 3;

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + part;
  return text;
}

/// The worst places, as long as nothing more is to be said for them than for the rest.
std::string where_to_start(const engine::Report& report) {
  const std::vector<std::size_t> worst = worst_first(report);
  std::vector<std::string> places;
  for (const std::size_t i : std::span(worst).first(std::min(worst.size(), kMostPlaces))) {
    const engine::Finding& finding = report.findings[i];
    places.push_back(place_of(report.files[finding.file], finding.range) + " (" + std::string(finding.code) + ", " +
                     levels_with_error(finding) + ")");
  }
  return joined(places, ", then ");
}

/// By the surest rewrite of each finding.
std::string what_can_be_fixed(const engine::Report& report) {
  std::array<std::size_t, 3> with = {};
  std::size_t words_only = 0;
  for (const engine::Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    const std::vector<engine::Remedy> remedies = engine::remedies_of(finding);
    const fixes::Fix* fix = remedies.empty() ? nullptr : remedies.front().fix;
    ++(fix == nullptr ? words_only : with[static_cast<std::size_t>(fix->applicability)]);
  }
  const auto count = [&](fixes::Applicability kind) { return with[static_cast<std::size_t>(kind)]; };
  const std::size_t safe = count(fixes::Applicability::kSafe);
  const std::size_t unsafe = count(fixes::Applicability::kUnsafe);
  const std::size_t shown = count(fixes::Applicability::kSuggestion);
  std::vector<std::string> parts = {std::to_string(safe) + " with `--fix`"};
  if (unsafe > 0) parts.push_back(std::to_string(unsafe) + " more with `--fix --unsafe-fixes`, which need review");
  if (shown > 0) parts.push_back(std::to_string(shown) + " by hand, with the line shown");
  if (words_only > 0) parts.push_back(std::to_string(words_only) + " by hand, as described");
  return joined(parts, "; ");
}

std::string what_is_hidden(const engine::Report& report) {
  const Summary summary = summarize(report);
  const engine::Hidden& hidden = report.hidden;
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const std::string& what) {
    if (count > 0) parts.push_back(std::to_string(count) + " " + what);
  };
  add(hidden.cold, "in code that runs less often (`--temperature cold`)");
  add(hidden.possible, "less sure (`--confidence possible`)");
  add(hidden.both, "less sure, in code that runs less often (both options)");
  add(summary.suppressed, "silenced by a comment (`--output-format sarif --report-suppressed`)");
  add(summary.in_baseline, "in the baseline (leave out `--baseline`)");
  return joined(parts, "; ");
}

}  // namespace

std::vector<ClosingLine> closing_lines(const engine::Report& report) {
  std::vector<ClosingLine> lines;
  if (report.interrupted) lines.push_back({"interrupted", interrupted_words(*report.interrupted)});
  const bool found = std::ranges::any_of(report.findings, [](const auto& finding) { return !finding.suppressed; });
  if (found) {
    lines.push_back({"start", where_to_start(report)});
    lines.push_back({"fixable", what_can_be_fixed(report)});
  }
  if (std::string hidden = what_is_hidden(report); !hidden.empty()) lines.push_back({"hidden", std::move(hidden)});
  return lines;
}

}  // namespace syncfree::report
