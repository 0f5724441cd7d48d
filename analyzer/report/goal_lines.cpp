#include "analyzer/report/goal_lines.h"

#include <algorithm>
#include <span>

#include "analyzer/report/place.h"
#include "analyzer/report/summary.h"

namespace syncfree::report {
namespace {

constexpr std::size_t kMostCalls = 3;

std::string verdict_on(const engine::GoalAnswer& answer, engine::Goal goal) {
  const std::string function = "`" + answer.function + "`";
  const bool capture = goal == engine::Goal::kCapture;
  const std::string reached = " (" + counted(answer.reached, "function", "functions") + " followed)";
  if (answer.findings.empty())
    return (capture ? "nothing seen that would break a capture of " : "nothing seen that would break the graph of ") +
           function + reached;
  const std::size_t count = answer.findings.size();
  return counted(count, capture ? "place breaks a capture of " : "place breaks the graph of ",
                 capture ? "places break a capture of " : "places break the graph of ") +
         function + reached;
}

std::string not_followed(const engine::Report& report, const engine::GoalAnswer& answer) {
  std::string text = counted(answer.unfollowed.size(), "call", "calls") + " of unknown functions: ";
  const std::size_t shown = std::min(answer.unfollowed.size(), kMostCalls);
  for (std::size_t i = 0; i < shown; ++i) {
    const engine::Related& call = answer.unfollowed[i];
    text += (i > 0 ? ", `" : "`") + call.message + "` (" + place_of(report.files[call.file], call.range) + ")";
  }
  if (shown < answer.unfollowed.size()) text += " and " + std::to_string(answer.unfollowed.size() - shown) + " more";
  return text;
}

}  // namespace

std::vector<ClosingLine> goal_lines(const engine::Report& report) {
  std::vector<ClosingLine> lines;
  for (const engine::GoalAnswer& answer : report.goal->functions) {
    lines.push_back({std::string(engine::name_of(report.goal->goal)), verdict_on(answer, report.goal->goal)});
    if (!answer.unfollowed.empty()) lines.push_back({"not followed", not_followed(report, answer)});
  }
  if (report.goal->functions.empty()) {
    lines.push_back({std::string(engine::name_of(report.goal->goal)),
                     report.goal->goal == engine::Goal::kCapture
                         ? "nothing there is captured: no `make_graphed_callables`; name a function, MODULE:FUNCTION"
                         : "nothing there is compiled: no `torch.compile`; name a function, MODULE:FUNCTION"});
  }
  return lines;
}

}  // namespace syncfree::report
