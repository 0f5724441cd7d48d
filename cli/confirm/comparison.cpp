#include "cli/confirm/comparison.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "cli/confirm/wording.h"

namespace syncfree::confirm {
namespace {

using Json = nlohmann::json;

constexpr int kReportFormat = 1;

std::string place_text(const Json& location) {
  const std::string path = location.at("path").get<std::string>();
  if (!location.contains("start")) {
    const std::string function = location.value("function", "");
    return path.empty() ? function : path + ":" + std::to_string(location.at("line").get<int>());
  }
  const Json& start = location["start"];
  return path + ":" + std::to_string(start.at("line").get<int>()) + ":" + std::to_string(start.at("column").get<int>());
}

BlockedPlace read_place(const Json& result) {
  const Json& location = result.at("location");
  const Json& total = result.at("total");
  return {
      .place = place_text(location),
      .key = location.at("path").get<std::string>() + '\n' + location.value("source", location.value("function", "")),
      .code = result.value("code", "-"),
      .blocked = total.at("blocked").get<double>(),
      .blocked_ms = total.at("blocked_ms").get<double>()};
}

/// Means over the processes that have the figure.
class Means {
 public:
  void add(double least, double middle, double most) {
    ++count_;
    sum_ = {.least = sum_.least + least, .middle = sum_.middle + middle, .most = sum_.most + most};
  }
  Spread mean() const {
    if (count_ == 0) return {};
    return {.least = sum_.least / count_, .middle = sum_.middle / count_, .most = sum_.most / count_, .known = true};
  }

 private:
  Spread sum_;
  double count_ = 0;
};

RunFigures read_report(const Json& report) {
  if (report.at("format_version") != kReportFormat) throw std::runtime_error("a report of another version");
  RunFigures figures;
  for (const Json& result : report.at("results")) {
    if (!result.contains("total") || result["total"].at("blocked").get<double>() <= 0) continue;
    figures.places.push_back(read_place(result));
    figures.blocked += figures.places.back().blocked;
    figures.blocked_ms += figures.places.back().blocked_ms;
  }
  Means steps, idle;
  for (const Json& process : report.at("processes")) {
    if (const auto times = process.find("observed_step_ms"); times != process.end() && times->is_object())
      steps.add(times->at("lower_quartile"), times->at("median"), times->at("upper_quartile"));
    if (const auto timeline = process.find("timeline"); timeline != process.end() && timeline->is_object())
      idle.add(timeline->at("least_idle_share"), timeline->at("idle_share"), timeline->at("most_idle_share"));
    const auto results = process.find("results");
    const bool has_results = results != process.end() && results->is_object();
    figures.results.push_back(
        {process.at("name").get<std::string>(), has_results ? kept_results_from(*results) : KeptResults{}});
  }
  if (const auto status = report.find("exit_status"); status != report.end() && status->is_number_integer())
    figures.exit_status = status->get<int>();
  figures.step_ms = steps.mean();
  figures.idle_share = idle.mean();
  return figures;
}

/// Those of `places` whose key comes more often in them than in `others`.
std::vector<BlockedPlace> without(const std::vector<BlockedPlace>& places, const std::vector<BlockedPlace>& others) {
  std::vector<std::string> known;
  for (const BlockedPlace& other : others) known.push_back(other.key);
  std::vector<BlockedPlace> result;
  for (const BlockedPlace& place : places) {
    const auto same = std::ranges::find(known, place.key);
    if (same == known.end()) {
      result.push_back(place);
    } else {
      known.erase(same);
    }
  }
  return result;
}

bool overlap(const Spread& a, const Spread& b) { return a.least <= b.most && b.least <= a.most; }

std::string change(double before, double now) {
  if (before <= 0) return {};
  return now <= before ? ", " + percent(1 - now / before) + " less" : ", " + percent(now / before - 1) + " more";
}

template <typename Format>
std::string spread_line(std::string_view label, const Spread& before, const Spread& now, Format format) {
  if (!before.known || !now.known) return {};
  const auto text = [&](const Spread& spread) {
    return format(spread.middle) + " (" + format(spread.least) + " to " + format(spread.most) + ")";
  };
  return "  " + std::string(label) + text(before) + " before, " + text(now) + " now" +
         change(before.middle, now.middle) + (overlap(before, now) ? ", within the spread\n" : "\n");
}

std::string place_line(std::string_view label, const BlockedPlace& place) {
  return "  " + std::string(label) + place.place + ": " + place.code + ", blocked " + number(place.blocked) +
         (place.blocked == 1 ? " time" : " times") + " and " + duration(place.blocked_ms) + "\n";
}

}  // namespace

std::expected<RunFigures, std::string> read_figures(std::string_view json) {
  try {
    return read_report(Json::parse(json));
  } catch (const std::exception& error) {
    return std::unexpected("no report of `confirm --output-format json`: " + std::string(error.what()));
  }
}

bool RunFigures::has_results() const {
  return std::ranges::any_of(results, [](const ProcessResults& each) { return !each.results.values.empty(); });
}

bool Comparison::results_differ() const {
  const bool other_end = before.exit_status && now.exit_status && *before.exit_status != *now.exit_status;
  return other_end || worst_of(results) == Agreement::kDifferent;
}

Comparison compare(std::string name, RunFigures before, RunFigures now, const Tolerance& tolerance) {
  Comparison comparison{.name = std::move(name), .before = std::move(before), .now = std::move(now)};
  comparison.fresh = without(comparison.now.places, comparison.before.places);
  comparison.gone = without(comparison.before.places, comparison.now.places);
  comparison.results = compare_results(comparison.before.results, comparison.now.results, tolerance);
  return comparison;
}

std::string comparison_text(const Comparison& comparison) {
  const RunFigures &before = comparison.before, &now = comparison.now;
  const auto waits = [](const RunFigures& figures) {
    return number(figures.blocked) + (figures.blocked == 1 ? " time and " : " times and ") +
           duration(figures.blocked_ms);
  };
  std::string text = "Compared with " + comparison.name + ":\n";
  text += spread_line("step:    ", before.step_ms, now.step_ms, duration);
  text += spread_line("idle:    ", before.idle_share, now.idle_share, percent);
  text += "  blocked: " + waits(before) + " before, " + waits(now) + " now\n";
  for (const BlockedPlace& place : comparison.fresh) text += place_line("new:     ", place);
  for (const BlockedPlace& place : comparison.gone) text += place_line("gone:    ", place);
  for (const NameComparison& each : comparison.results)
    text += "  results: " + each.name + " " + agreement_text(each) + "\n";
  if (before.exit_status && now.exit_status)
    text += "  exit:    status " + std::to_string(*before.exit_status) + " before, " +
            std::to_string(*now.exit_status) + " now\n";
  return text;
}

}  // namespace syncfree::confirm
