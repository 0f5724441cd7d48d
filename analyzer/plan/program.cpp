#include "analyzer/plan/program.h"

#include <algorithm>

#include "analyzer/model/mark_callers.h"
#include "analyzer/plan/remedy.h"

namespace syncfree::plan {

Program::Program(const Material& material) : material_(material) {
  read_findings();
  find_callees();
  find_leads();
}

void Program::read_findings() {
  const auto& findings = material_.report.findings;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!findings[i].suppressed && speaks_of_wait(material_, findings[i]))
      findings_[key_of(findings[i].file, findings[i].range)].push_back(i);
  }
}

/// Back from the functions with waits to those who call them.
void Program::find_leads() {
  const auto runs = functions();
  leads_.assign(runs.size(), false);
  std::vector<std::vector<std::size_t>> callers(runs.size());
  for (std::size_t function = 0; function < runs.size(); ++function) {
    for (const engine::RunPoint& point : runs[function].points) {
      if (point.waits && findings_.contains(key_of(runs[function].key.file, point.part.range))) leads_[function] = true;
      for (const Callee& callee : callees(point)) callers[callee.function].push_back(function);
    }
  }
  model::mark_callers(leads_, callers);
}

void Program::find_callees() {
  const auto runs = functions();
  for (const engine::RunFunction& run : runs) {
    for (const engine::RunPoint& point : run.points) {
      if (point.callees.empty()) continue;
      const std::size_t first = callees_.size();
      for (const engine::RunCallee& callee : point.callees) {
        const auto at = std::ranges::lower_bound(runs, callee.key, {}, &engine::RunFunction::key);
        if (at != runs.end() && at->key == callee.key)
          callees_.push_back({static_cast<std::size_t>(at - runs.begin()), callee.by_name});
      }
      of_point_.emplace(&point, std::pair(first, callees_.size() - first));
    }
  }
}

std::span<const Callee> Program::callees(const engine::RunPoint& point) const {
  if (point.callees.empty()) return {};
  const auto [first, count] = of_point_.at(&point);
  return std::span(callees_).subspan(first, count);
}

bool Program::leads_to_wait(const engine::RunPoint& point) const {
  return std::ranges::any_of(callees(point), [&](const Callee& callee) { return leads_[callee.function]; });
}

std::vector<std::size_t> Program::findings(std::size_t function, const engine::RunPoint& point) const {
  if (!point.waits) return {};
  const auto found = findings_.find(key_of(functions()[function].key.file, point.part.range));
  if (found == findings_.end()) return {};
  std::vector<std::size_t> own = found->second;
  if (leads_to_wait(point)) {
    // What the call leads to is reported there.
    std::erase_if(own, [&](std::size_t number) {
      const engine::Finding& finding = material_.report.findings[number];
      return !finding.related.empty() &&
             findings_.contains(key_of(finding.related.front().file, finding.related.front().range));
    });
  }
  return own;
}

}  // namespace syncfree::plan
