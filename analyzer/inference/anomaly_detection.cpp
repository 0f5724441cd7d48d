// Which modules run under torch's anomaly detection: `torch.autograd.set_detect_anomaly(True)` holds from then on.
#include "analyzer/flow/anomaly_detection.h"

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/flow/main_guard.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

struct Told {
  bool on = false;
  bool off = false;
};

/// What statements that no option guards say. The main guard is no option.
void find_switches(model::Block block, const model::If* main, const model::SymbolTable& symbols, Told& told) {
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kIf && statement != main) continue;
    if (const auto* line = statement->get_if<model::ExpressionStatement>()) {
      if (const auto tests = flow::tests_gradients(*line->value, symbols)) (*tests ? told.on : told.off) = true;
    }
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) { find_switches(inner, nullptr, symbols, told); });
  }
}

}  // namespace

bool Project::switches_anomaly_detection_on(const ModuleInfo& module) const {
  if (!module.speaks_of_defaults || !module.input.module->text.contains("set_detect_anomaly")) return false;
  const model::Block body = module.input.module->body;
  Told told;
  find_switches(body, flow::main_guard(body, symbols_), symbols_, told);
  return told.on && !told.off;
}

/// A program that switches it on runs its own modules under it.
void Project::spread_anomaly_detection(std::span<const std::vector<std::uint32_t>> imports,
                                       std::span<const std::uint32_t> homes) {
  std::vector<std::uint32_t> work;
  const auto reach = [&](std::uint32_t module) {
    if (modules_[module].tests_gradients) return;
    modules_[module].tests_gradients = true;
    work.push_back(module);
  };
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (switches_anomaly_detection_on(modules_[module])) reach(module);
  }
  while (!work.empty()) {
    const std::uint32_t from = work.back();
    work.pop_back();
    for (const std::uint32_t to : imports[from]) {
      if (homes[to] == homes[from]) reach(to);
    }
  }
}

}  // namespace syncfree::inference
