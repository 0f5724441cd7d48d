#include "driver/goal_report.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/engine/suggestion.h"
#include "analyzer/system/path_text.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

std::string no_function(const engine::Report& report, const engine::GoalFailure& failure) {
  const std::string& path = report.files[failure.target.file].path;
  if (!failure.fault.empty()) return path + ": " + failure.fault;
  std::string message = path + ": no function `" + failure.target.name + "`";
  const std::vector<std::string_view> names(failure.known.begin(), failure.known.end());
  if (const auto closest = engine::closest_word(failure.target.name, names))
    message += "; did you mean `" + std::string(*closest) + "`?";
  return message;
}

}  // namespace

bool follow_imports(CheckRequest& request, const CheckResult& result) {
  bool follows = false;
  for (const engine::GoalFailure& failure : result.goals.failures) {
    if (failure.home.empty()) continue;
    const std::string path =
        sys::path_text(fs::absolute(result.report.files[failure.target.file].path).lexically_normal());
    for (GoalRequest::Target& target : request.goal->targets) {
      if (target.path != path || target.name != failure.target.name) continue;
      target.path = failure.home;
      target.name = failure.name_at_home;
      if (std::ranges::find(request.paths, failure.home) == request.paths.end()) request.paths.push_back(failure.home);
      follows = true;
    }
  }
  return follows;
}

std::expected<void, std::string> make_goal_report(const GoalRequest& goal, CheckResult& result) {
  engine::Report& report = result.report;
  if (!result.goals.failures.empty()) return std::unexpected(no_function(report, result.goals.failures.front()));
  if (result.goals.answers.size() < goal.targets.size()) {
    if (report.interrupted || std::ranges::any_of(report.problems, &engine::Problem::fatal)) {
      return std::unexpected("not all of it could be analysed");
    }
    return std::unexpected("`" + goal.targets.front().name + "` is in no file that is analysed");
  }
  const auto place = [](const engine::Finding& finding) {
    return std::tuple(finding.file, finding.range.begin, finding.range.end, std::string_view(finding.code));
  };
  report.findings.clear();
  report.hidden = {};
  for (const engine::GoalAnswer& answer : result.goals.answers)
    report.findings.insert(report.findings.end(), answer.findings.begin(), answer.findings.end());
  std::ranges::stable_sort(report.findings, {}, place);
  const auto again = std::ranges::unique(report.findings, {}, place);
  report.findings.erase(again.begin(), again.end());
  report.goal = {.goal = goal.goal, .functions = std::move(result.goals.answers)};
  return {};
}

}  // namespace syncfree::driver
