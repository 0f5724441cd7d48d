// Where steps start.
#include <algorithm>
#include <string_view>
#include <vector>

#include "analyzer/plan/follow.h"
#include "analyzer/plan/plan.h"
#include "analyzer/plan/program.h"

namespace syncfree::plan {
namespace {

class StartFinder {
 public:
  explicit StartFinder(const Material& material)
      : program_(material),
        in_step_(program_.functions().size(), false),
        is_called_by_hot_(program_.functions().size(), false) {
    for (std::size_t function = 0; function < in_step_.size(); ++function) {
      if (!program_.functions()[function].is_hot) continue;
      for (const engine::RunPoint& point : program_.functions()[function].points) {
        for (const Callee& callee : program_.callees(point)) {
          if (callee.function != function) is_called_by_hot_[callee.function] = true;
        }
      }
    }
  }

  /// Loops that step in functions that no call from `starts` leads to.
  std::vector<Start> beside(std::span<const Start> starts) {
    const auto runs = program_.functions();
    std::vector<bool> reached(runs.size(), false);
    for (const Start& start : starts) reached[start.function] = true;
    reach(reached);
    std::vector<Start> found;
    for (std::size_t function = 0; function < runs.size(); ++function) {
      const bool is_near = std::ranges::any_of(
          starts, [&](const Start& start) { return are_near(runs[start.function], runs[function]); });
      if (reached[function] || !is_near || !program_.leads_to_wait(function)) continue;
      for (std::uint32_t scope = 0; scope < runs[function].is_step.size(); ++scope) {
        if (runs[function].is_step[scope]) found.push_back({function, scope});
      }
      // Its calls may tell it so: then the loop is one within a step.
      const bool has_loop = std::ranges::find(runs[function].is_step, true) != runs[function].is_step.end();
      if (!has_loop && runs[function].starts_step) found.push_back({function, context::kNoScope});
    }
    return found;
  }

  std::vector<Start> run(const std::vector<bool>& files, bool reached) {
    const auto runs = program_.functions();
    std::vector<bool> wanted(runs.size(), false);
    for (std::size_t function = 0; function < runs.size(); ++function)
      wanted[function] = files[runs[function].key.file];
    if (reached) reach(wanted);
    // Loops that nothing hot leads to are steps of their own. What they lead to is none.
    take(wanted, [&](std::size_t function) { return !runs[function].is_hot; });
    // Of what is hot, first what nothing hot calls, so that a step begins as far up as possible.
    take(wanted, [&](std::size_t function) { return is_top(function); });
    take(wanted, [&](std::size_t function) { return runs[function].is_hot && runs[function].starts_step; });
    take(wanted, [&](std::size_t function) { return runs[function].is_hot; });
    return std::move(starts_);
  }

 private:
  /// "Trainer" of "Trainer.step"
  static std::string_view class_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  }

  static bool are_near(const engine::RunFunction& a, const engine::RunFunction& b) {
    return a.key.file == b.key.file && class_of(a.name) == class_of(b.name);
  }

  void reach(std::vector<bool>& wanted) const {
    std::vector<std::size_t> todo;
    for (std::size_t function = 0; function < wanted.size(); ++function) {
      if (wanted[function]) todo.push_back(function);
    }
    while (!todo.empty()) {
      const std::size_t function = todo.back();
      todo.pop_back();
      for (const engine::RunPoint& point : program_.functions()[function].points) {
        for (const Callee& callee : program_.callees(point)) {
          if (wanted[callee.function]) continue;
          wanted[callee.function] = true;
          todo.push_back(callee.function);
        }
      }
    }
  }

  bool is_top(std::size_t function) const {
    return program_.functions()[function].is_hot && !is_called_by_hot_[function];
  }

  /// A hot function that no step has led to so far, or the loops of one that is not hot.
  template <class Is>
  void take(const std::vector<bool>& wanted, const Is& is) {
    const auto runs = program_.functions();
    for (std::size_t function = 0; function < runs.size(); ++function) {
      if (!is(function) || (runs[function].is_hot && in_step_[function])) continue;
      if (runs[function].is_hot) {
        in_step_[function] = true;
        if (wanted[function]) starts_.push_back({function, context::kNoScope});
        mark(function, context::kNoScope);
        continue;
      }
      for (std::uint32_t scope = 0; scope < runs[function].is_step.size(); ++scope) {
        if (!runs[function].is_step[scope]) continue;
        if (wanted[function]) starts_.push_back({function, scope});
        mark(function, scope);
      }
    }
  }

  void mark(std::size_t start, std::uint32_t scope) {
    std::vector<std::size_t> todo;
    const auto mark_callees = [&](std::size_t function, std::uint32_t inside) {
      const engine::RunFunction& run = program_.functions()[function];
      const PointsOfLoop points = points_of(run, inside);
      for (const auto part : {points.head, points.body}) {
        for (const engine::RunPoint& point : part) {
          for (const Callee& callee : program_.callees(point)) {
            if (in_step_[callee.function]) continue;
            in_step_[callee.function] = true;
            todo.push_back(callee.function);
          }
        }
      }
    };
    mark_callees(start, scope);
    while (!todo.empty()) {
      const std::size_t function = todo.back();
      todo.pop_back();
      mark_callees(function, context::kNoScope);
    }
  }

  const Program program_;
  std::vector<bool> in_step_;
  std::vector<bool> is_called_by_hot_;  ///< by another function
  std::vector<Start> starts_;
};

}  // namespace

std::vector<Step> steps_beside(const Material& material, std::span<const Start> starts) {
  std::vector<Step> steps;
  for (const Start& start : StartFinder(material).beside(starts)) {
    const engine::RunFunction& run = material.runs[start.function];
    Step& step = steps.emplace_back();
    step.function = run.name;
    step.is_loop = start.scope != context::kNoScope;
    step.start = {run.key.file, step.is_loop ? run.scopes[start.scope].head : run.name_range};
  }
  return steps;
}

std::vector<Start> starts_in(const Material& material, const std::vector<bool>& files, bool reached) {
  return StartFinder(material).run(files, reached);
}

}  // namespace syncfree::plan
