#include "cli/confirm/gate.h"

#include <utility>

#include <toml++/toml.h>

#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

void check(std::vector<std::string>& failures, std::string_view what, const std::optional<double>& most, bool known,
           double value, std::string (*text)(double)) {
  if (!most) return;
  if (!known) {
    failures.push_back("it is not known " + std::string(what) + ", which the budget bounds");
  } else if (value > *most) {
    failures.push_back(std::string(what) + ": " + text(value) + ", and the budget allows " + text(*most));
  }
}

}  // namespace

std::expected<Budget, std::string> read_budget(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return std::unexpected("no valid TOML in line " + std::to_string(error.source().begin.line) + ": " +
                           std::string(error.description()));
  }
  Budget budget;
  const std::pair<std::string_view, std::optional<double>*> keys[] = {{"max-waits", &budget.waits},
                                                                      {"max-blocked-ms", &budget.blocked_ms},
                                                                      {"max-idle-share", &budget.idle_share},
                                                                      {"max-step-ms", &budget.step_ms}};
  for (const auto& [key, value] : table) {
    std::optional<double>* bound = nullptr;
    for (const auto& [name, place] : keys) {
      if (key.str() == name) bound = place;
    }
    if (bound == nullptr) return std::unexpected("there is no bound `" + std::string(key.str()) + "`");
    *bound = value.value<double>();
    if (!*bound || !(**bound >= 0)) return std::unexpected("`" + std::string(key.str()) + "` is a number from 0 on");
  }
  if (!budget.bounds_something()) return std::unexpected("it bounds nothing");
  return budget;
}

std::vector<std::string> exceeded(const Budget& budget, const RunFigures& figures) {
  std::vector<std::string> failures;
  check(failures, "how often the host is blocked a step", budget.waits, true, figures.blocked, number);
  check(failures, "how long the host is blocked a step", budget.blocked_ms, true, figures.blocked_ms, duration);
  check(failures, "how long the GPU is idle", budget.idle_share, figures.idle_share.known, figures.idle_share.middle,
        percent);
  check(failures, "how long a step takes", budget.step_ms, figures.step_ms.known, figures.step_ms.middle, duration);
  return failures;
}

std::vector<std::string> new_places(const Comparison& comparison) {
  std::vector<std::string> failures;
  for (const BlockedPlace& place : comparison.fresh) {
    failures.push_back("new: the host is blocked at " + place.place + " (" + place.code + "), " +
                       number(place.blocked) + (place.blocked == 1 ? " time" : " times") + " and " +
                       duration(place.blocked_ms));
  }
  return failures;
}

std::vector<std::string> different_results(const Comparison& comparison) {
  std::vector<std::string> failures;
  for (const NameComparison& each : comparison.results) {
    if (each.agreement == Agreement::kDifferent)
      failures.push_back("results: " + each.name + " " + agreement_text(each));
  }
  const auto &before = comparison.before.exit_status, &now = comparison.now.exit_status;
  if (before && now && *before != *now)
    failures.push_back("exit status " + std::to_string(*before) + " before, " + std::to_string(*now) + " now");
  return failures;
}

}  // namespace syncfree::confirm
