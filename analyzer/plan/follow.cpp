#include "analyzer/plan/follow.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "analyzer/engine/selection.h"
#include "analyzer/plan/remedy.h"
#include "analyzer/report/ranking.h"

namespace syncfree::plan {
namespace {

// Deeper calls are left out, and counted.
constexpr std::uint32_t kDeepest = 40;
constexpr double kUnknownRounds = 2;
constexpr std::uint32_t kMostRounds = 16;  // more are as bad
constexpr double kBehindCondition = 0.5;
constexpr double kSeldomRuns = 0.05;  // as gpu_validation/COSTS.md has it: every 20 steps
constexpr double kMostWays = 1e6;
// What stands so many statements behind a wait, or fewer, is right behind it.
constexpr std::uint32_t kRightBehind = 4;
constexpr std::ptrdiff_t kMostBehind = 16;  // waits of one function that are looked at for it

/// A call from one function of the step to another.
struct Edge {
  std::size_t from;  ///< in `met_`
  std::size_t to;
  double times;
};

/// A function of the step.
struct Met {
  std::size_t function;
  std::size_t first_entry = 0;
  std::size_t entries = 0;
  bool is_open = true;  ///< it is being gone through
};

class StepWalk {
 public:
  StepWalk(const Program& program, Start start, std::size_t& budget) : program_(program), budget_(budget) {
    const engine::RunFunction& run = program.functions()[start.function];
    step_.function = run.name;
    step_.is_loop = start.scope != context::kNoScope;
    step_.start = {run.key.file, step_.is_loop ? run.scopes[start.scope].head : run.name_range};
    go_through(start.function, start.scope, 0, {});
    count_ways();
    rank();
  }

  Step result() && { return std::move(step_); }

 private:
  /// The entries of one function, and where they stand in it.
  using OwnEntries = std::vector<std::pair<std::size_t, const engine::RunPoint*>>;

  const engine::Report& report() const { return program_.material().report; }

  /// Adds what stands around a point of a function, up to the scope `top`.
  static Times times_of(const engine::RunFunction& run, std::uint32_t scope, std::uint32_t top, Times times) {
    std::vector<std::uint32_t> scopes;
    for (; scope != context::kNoScope && scope != top; scope = run.scopes[scope].parent) scopes.push_back(scope);
    for (auto at = scopes.rbegin(); at != scopes.rend(); ++at) {
      const context::RunScope& around = run.scopes[*at];
      if (around.is_loop) {
        times.loops.push_back({{run.key.file, around.head}, around.rounds});
        times.in_a_step *= around.rounds ? std::min(*around.rounds, kMostRounds) : kUnknownRounds;
        continue;
      }
      const Chance chance = around.chance == context::Chance::kSeldom ? Chance::kSeldom : Chance::kSometimes;
      times.in_a_step *= chance == Chance::kSeldom ? kSeldomRuns : kBehindCondition;
      ++times.conditions;
      if (times.chance == Chance::kSeldom) continue;
      times.chance = chance;
      times.condition = FileRange{run.key.file, around.range};
    }
    return times;
  }

  /// The calls that stand where this one stands may each be what is called.
  std::size_t go_through(std::size_t function, std::uint32_t top, std::uint32_t depth, const Times& around) {
    const std::size_t number = met_.size();
    met_.push_back({.function = function, .first_entry = step_.entries.size()});
    number_of_.emplace(function, number);
    const engine::RunFunction& run = program_.functions()[function];
    OwnEntries own;
    const PointsOfLoop points = points_of(run, top);
    // What a loop is over is made once; but the body of a generator runs in its rounds, and a loader copies in them.
    for (const engine::RunPoint& point : points.head) {
      if (calls_generator(point) || waits_in_rounds(function, point, run.scopes, run.scopes[top].parent))
        meet(number, run, point, run.scopes[top].parent, depth, around, own);
    }
    for (const engine::RunPoint& point : points.body) meet(number, run, point, top, depth, around, own);
    find_behind(run, own);
    met_[number].entries = step_.entries.size() - met_[number].first_entry;
    met_[number].is_open = false;
    order_.push_back(number);
    return number;
  }

  void meet(std::size_t number, const engine::RunFunction& run, const engine::RunPoint& point, std::uint32_t top,
            std::uint32_t depth, const Times& around, OwnEntries& own) {
    if (budget_ == 0) {
      ++step_.left_out;
      return;
    }
    --budget_;
    const Times times = times_of(run, point.part.scope, top, around);
    const Times own_times = times_of(run, point.part.scope, top, {});
    call(number, run, point, depth, times, own_times);
    for (const std::size_t finding : program_.findings(met_[number].function, point)) {
      own.emplace_back(step_.entries.size(), &point);
      add_wait(number, finding, depth, times, own_times.in_a_step);
    }
  }

  bool calls_generator(const engine::RunPoint& point) const {
    return std::ranges::any_of(program_.callees(point), [&](const Callee& callee) {
      return program_.functions()[callee.function].is_generator;
    });
  }

  /// `for batch in loader`, of a library's loader that waits with each batch. `around`: the scope of the loop.
  bool waits_in_rounds(std::size_t function, const engine::RunPoint& point, std::span<const context::RunScope> scopes,
                       std::uint32_t around) const {
    std::uint32_t depth = 0;
    for (; around != context::kNoScope; around = scopes[around].parent) depth += scopes[around].is_loop ? 1 : 0;
    return std::ranges::any_of(program_.findings(function, point),
                               [&](std::size_t number) { return report().findings[number].loop_depth > depth; });
  }

  void call(std::size_t caller, const engine::RunFunction& run, const engine::RunPoint& point, std::uint32_t depth,
            const Times& times, const Times& in_caller) {
    std::vector<Callee> callees;
    std::ranges::copy_if(program_.callees(point), std::back_inserter(callees),
                         [&](const Callee& callee) { return program_.leads_to_wait(callee.function); });
    for (const Callee& callee : callees) {
      Line line{.kind = LineKind::kCall,
                .depth = depth,
                .place = {run.key.file, point.part.range},
                .callee = program_.functions()[callee.function].name,
                .by_name = callee.by_name,
                .times = in_caller};
      const double share = in_caller.in_a_step / static_cast<double>(callees.size());
      const auto known = number_of_.find(callee.function);
      if (known != number_of_.end()) {
        again(caller, known->second, share, std::move(line));
      } else if (depth >= kDeepest) {
        ++step_.left_out;
        line.kind = LineKind::kCut;
        step_.lines.push_back(std::move(line));
      } else {
        const std::size_t at = step_.lines.size();
        step_.lines.push_back(std::move(line));
        const std::size_t number = go_through(callee.function, context::kNoScope, depth + 1, times);
        edges_.push_back({caller, number, share});
        if (step_.lines.size() == at + 1) step_.lines.pop_back();  // what waits there was left out
      }
    }
  }

  /// A function that calls itself is in the step once.
  void again(std::size_t caller, std::size_t number, double share, Line line) {
    const Met& met = met_[number];
    if (met.is_open) return;
    edges_.push_back({caller, number, share});
    if (met.entries == 0) return;
    line.kind = LineKind::kAgain;
    line.entry = met.first_entry;
    line.entries = met.entries;
    step_.lines.push_back(std::move(line));
  }

  void add_wait(std::size_t function, std::size_t finding, std::uint32_t depth, const Times& times,
                double in_function) {
    Entry entry{.finding = finding, .depth = depth, .times = times, .advice = {}, .caution = {}};
    choose_remedy(program_.material(), entry);
    const engine::Finding& found = report().findings[finding];
    step_.lines.push_back(
        {.kind = LineKind::kWait, .depth = depth, .place = {found.file, found.range}, .entry = step_.entries.size()});
    step_.entries.push_back(std::move(entry));
    function_of_.push_back(function);
    in_function_.push_back(in_function);
  }

  /// Is everything in scope `inner` in scope `outer`, too.
  static bool encloses(const engine::RunFunction& run, std::uint32_t outer, std::uint32_t inner) {
    for (std::uint32_t at = inner;; at = run.scopes[at].parent) {
      if (at == outer) return true;
      // Scopes stand before those in them.
      if (at == context::kNoScope || (outer != context::kNoScope && at < outer)) return false;
    }
  }

  /// Not a shape, nor that work is done.
  bool reads_value(std::size_t entry) const {
    const engine::Finding& finding = report().findings[step_.entries[entry].finding];
    const engine::RuleInfo* rule = engine::find_rule(finding.code, report().rules);
    return rule != nullptr &&
           (rule->waits_for == engine::WaitsFor::kValue || rule->waits_for == engine::WaitsFor::kValueOrTensor);
  }

  /// Whoever takes a wait away finds the next one that reads the same value in its place.
  void find_behind(const engine::RunFunction& run, const OwnEntries& own) {
    for (std::size_t i = 0; i + 1 < own.size(); ++i) {
      const auto& [number, point] = own[i];
      const auto first = own.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      const auto last = first + std::min<std::ptrdiff_t>(own.end() - first, kMostBehind);
      const auto next = std::find_if(
          first, last, [&](const auto& other) { return encloses(run, other.second->part.scope, point->part.scope); });
      if (next == last || !reads_value(number) || !reads_value(next->first)) continue;
      if (next->second->part.statement > point->part.statement + kRightBehind) continue;
      // All that this one reads has to be there for the next one, too.
      const auto& values = point->part.values;
      const bool is_same = !values.empty() && std::ranges::all_of(values, [&](const context::ReadValue& value) {
        return std::ranges::find(next->second->part.values, value) != next->second->part.values.end();
      });
      Entry& entry = step_.entries[number];
      // What goes along with it, or before, is not in the way.
      if (!is_same || entry.action == Action::kLeave || step_.entries[next->first].action <= entry.action) {
        const bool both_by_hand =
            is_same && entry.action == Action::kByHand && step_.entries[next->first].action == Action::kByHand;
        if (!both_by_hand) continue;
      }
      entry.behind = next->first;
    }
  }

  /// Callers before those they call: the order in which functions were left, turned round.
  void count_ways() {
    std::vector<std::vector<const Edge*>> calls(met_.size());
    for (const Edge& edge : edges_) calls[edge.from].push_back(&edge);
    std::vector<double> ways(met_.size(), 0);
    std::vector<double> times(met_.size(), 0);
    ways[0] = times[0] = 1;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      for (const Edge* edge : calls[*at]) {
        ways[edge->to] = std::min(ways[edge->to] + ways[*at], kMostWays);
        times[edge->to] = std::min(times[edge->to] + times[*at] * edge->times, kMostWays);
      }
    }
    for (std::size_t i = 0; i < step_.entries.size(); ++i) {
      Entry& entry = step_.entries[i];
      entry.times.ways = ways[function_of_[i]];
      entry.times.in_a_step = times[function_of_[i]] * in_function_[i];
      entry.worth = report::worth_of(report(), report().findings[entry.finding], entry.times.in_a_step);
      step_.worth += entry.worth;
    }
  }

  void rank() {
    for (std::size_t i = 0; i < step_.entries.size(); ++i) step_.worst_first.push_back(i);
    std::ranges::stable_sort(step_.worst_first, {}, [&](std::size_t i) {
      const Entry& entry = step_.entries[i];
      return std::pair(entry.action == Action::kLeave, -entry.worth);
    });
  }

  const Program& program_;
  std::size_t& budget_;
  Step step_;
  std::vector<Met> met_;
  std::map<std::size_t, std::size_t> number_of_;  // by function, in `met_`
  std::vector<std::size_t> order_;                // of `met_`, as they were left
  std::vector<Edge> edges_;
  std::vector<std::size_t> function_of_;  // by entry, in `met_`
  std::vector<double> in_function_;       // by entry: how often in one call of its function
};

}  // namespace

PointsOfLoop points_of(const engine::RunFunction& run, std::uint32_t scope) {
  const std::span points(run.points);
  if (scope == context::kNoScope) return {.head = {}, .body = points};
  const context::RunScope& loop = run.scopes[scope];
  std::size_t first = loop.first_part;
  while (first > 0 && loop.head.contains(points[first - 1].part.range)) --first;
  return {.head = points.subspan(first, loop.first_part - first),
          .body = points.subspan(loop.first_part, loop.end_part - loop.first_part)};
}

Step follow_step(const Program& program, Start start, std::size_t& budget) {
  return StepWalk(program, start, budget).result();
}

std::size_t count_hot_elsewhere(const Material& material, const Plan& plan, const std::vector<bool>& files) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plan.is_met.size(); ++i) {
    const engine::Finding& finding = material.report.findings[i];
    const bool is_hot = finding.temperature == engine::Temperature::kHot && !finding.suppressed;
    count += is_hot && !plan.is_met[i] && files[finding.file] && speaks_of_wait(material, finding) ? 1 : 0;
  }
  return count;
}

Plan make_plan(const Material& material, std::span<const Start> starts) {
  // Points that are looked at for all steps together.
  constexpr std::size_t kMostPoints = 2'000'000;
  const Program program(material);
  Plan plan;
  plan.is_met.assign(material.report.findings.size(), false);
  std::size_t budget = kMostPoints;
  for (const Start start : starts) {
    if (budget == 0) {
      ++plan.not_followed;
      continue;
    }
    Step step = follow_step(program, start, budget);
    for (const Entry& entry : step.entries) plan.is_met[entry.finding] = true;
    if (step.entries.empty() && step.left_out == 0) {
      ++plan.without_waits;
    } else {
      plan.steps.push_back(std::move(step));
    }
  }
  std::ranges::stable_sort(plan.steps, std::greater{}, &Step::worth);
  if (plan.steps.size() > kMostSteps) {
    plan.milder = plan.steps.size() - kMostSteps;
    plan.steps.resize(kMostSteps);
  }
  return plan;
}

}  // namespace syncfree::plan
