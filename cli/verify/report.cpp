#include "cli/verify/report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "analyzer/report/display_line.h"
#include "analyzer/report/painter.h"
#include "analyzer/report/summary.h"
#include "cli/confirm/wording.h"

namespace syncfree::verify {
namespace {

using Json = nlohmann::ordered_json;
using confirm::Agreement;
using report::Paint;
using report::printable;

constexpr int kFormatVersion = 1;
constexpr std::size_t kOutcomeWidth = 16;

std::string outcome_of(const Row& row) {
  if (row.was_tried) return std::string(name_of(row.fate));
  return row.reason;
}

Paint paint_of(const Row& row) {
  if (!row.was_tried) return Paint::kDim;
  if (row.fate == Fate::kProven) return Paint::kNote;
  return row.fate == Fate::kKeepsWait ? Paint::kWarning : Paint::kError;
}

std::string spread_text(const confirm::Spread& spread) {
  if (!spread.known) return "not known";
  return confirm::duration(spread.middle) + " (" + confirm::duration(spread.least) + " to " +
         confirm::duration(spread.most) + ")";
}

std::string measured(const Row& row) {
  std::string text = "waits a step " + confirm::number(row.waits_before) + " -> " + confirm::number(row.waits_after) +
                     "; a step " + spread_text(row.step_before) + " -> " + spread_text(row.step_after);
  if (row.fate != Fate::kFails) text += "; results " + std::string(confirm::name_of(row.results));
  if (row.tried_with > 0) text += "; run together with " + report::counted(row.tried_with, "other", "others");
  return text;
}

/// Two lines each for what was tried, one for what was not.
std::string row_text(const Row& row, const report::Painter& paint) {
  std::string outcome = outcome_of(row);
  std::string text = paint(paint_of(row), outcome) +
                     std::string(outcome.size() < kOutcomeWidth ? kOutcomeWidth - outcome.size() : 1, ' ') +
                     paint(Paint::kStrong, printable(row.place)) + "  " + row.code + " " + printable(row.title) + " (" +
                     std::string(fixes::name_of(row.applicability)) + ")\n";
  if (!row.was_tried) return text;
  const std::string indent(kOutcomeWidth, ' ');
  text += indent + measured(row) + "\n";
  if (!row.reason.empty()) text += indent + printable(row.reason) + "\n";
  return text;
}

std::string verdict(const Verification& verification) {
  const std::size_t proven = verification.count(Fate::kProven);
  const auto tried =
      static_cast<std::size_t>(std::ranges::count_if(verification.rows, [](const Row& row) { return row.was_tried; }));
  std::string text =
      tried == 0 ? "No rewrite stands at a wait of a step: there is nothing to prove"
                 : report::counted(proven, "rewrite", "rewrites") + " proven of " + std::to_string(tried) + " tried";
  return text + ", in " + report::counted(verification.runs, "run", "runs") + " of the program\n";
}

Json spread_json(const confirm::Spread& spread) {
  if (!spread.known) return nullptr;
  return {{"lower_quartile", spread.least}, {"median", spread.middle}, {"upper_quartile", spread.most}};
}

Json row_json(const Row& row) {
  Json json = {{"outcome", outcome_of(row)},
               {"tried", row.was_tried},
               {"place", row.place},
               {"path", row.path},
               {"code", row.code},
               {"title", row.title},
               {"applicability", fixes::name_of(row.applicability)},
               {"waits_before", row.waits_before}};
  if (!row.was_tried) return json;
  json["waits_after"] = row.waits_after;
  json["step_ms_before"] = spread_json(row.step_before);
  json["step_ms_after"] = spread_json(row.step_after);
  json["run_together_with"] = row.tried_with;
  json["results"] = row.fate == Fate::kFails ? Json(nullptr) : Json(confirm::name_of(row.results));
  json["reason"] = row.reason;
  return json;
}

Json figures_json(const confirm::RunFigures& figures) {
  return {{"blocked", figures.blocked},
          {"blocked_ms", figures.blocked_ms},
          {"step_ms", spread_json(figures.step_ms)},
          {"idle_share", spread_json(figures.idle_share)}};
}

}  // namespace

std::string text_of(const Verification& verification, bool color) {
  const report::Painter paint(color);
  std::string text;
  for (const Row& row : verification.rows) {
    if (row.was_tried) text += row_text(row, paint);
  }
  for (const Row& row : verification.rows) {
    if (!row.was_tried) text += row_text(row, paint);
  }
  if (!verification.changed.empty()) text += confirm::comparison_text(verification.comparison);
  for (const std::string& name : verification.varying)
    text += "not compared: " + printable(name) + " differs between two runs of the program as it is\n";
  return text + paint(Paint::kStrong, verdict(verification));
}

std::string json_of(const Verification& verification, std::string_view version, std::string_view patch) {
  Json rows = Json::array(), results = Json::array();
  for (const Row& row : verification.rows) rows.push_back(row_json(row));
  for (const confirm::NameComparison& each : verification.comparison.results)
    results.push_back({{"name", each.name},
                       {"agreement", confirm::name_of(each.agreement)},
                       {"text", confirm::agreement_text(each)}});
  const Json document = {{"format_version", kFormatVersion},
                         {"tool", {{"name", "syncfree-lint"}, {"version", version}}},
                         {"runs", verification.runs},
                         {"rewrites", std::move(rows)},
                         {"before", figures_json(verification.comparison.before)},
                         {"after", figures_json(verification.comparison.now)},
                         {"results", std::move(results)},
                         {"not_compared", verification.varying},
                         {"patch", patch}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncfree::verify
