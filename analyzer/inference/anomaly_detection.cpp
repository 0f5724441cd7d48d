// Which modules run under torch's anomaly detection: `torch.autograd.set_detect_anomaly(True)` holds from then on.
#include "analyzer/flow/anomaly_detection.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/flow/is_among.h"
#include "analyzer/flow/main_guard.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::array<std::string_view, 2> kSwitches = {"torch.autograd.set_detect_anomaly",
                                                       "torch.autograd.detect_anomaly"};

/// What runs in one module whatever the options are: its body and the functions that are called there by name.
class Unguarded {
 public:
  Unguarded(const Project& project, std::uint32_t module)
      : project_(project), module_(module), body_(project.modules()[module].input.module->body) {}

  void visit() {
    look_at(body_, flow::main_guard(body_, project_.symbols()));
    while (!called_.empty()) {
      const model::Symbol name = called_.back();
      called_.pop_back();
      for (const model::Statement* statement : body_) {
        const auto* function = statement->get_if<model::Function>();
        if (function != nullptr && function->name == name) look_at(function->body, nullptr);
      }
    }
  }
  bool is_on() const { return on_ && !off_; }

 private:
  void look_at(model::Block block, const model::If* main) {
    for (const model::Statement* statement : block) {
      const bool is_option = statement->kind == model::StatementKind::kIf && statement != main;
      const bool is_definition =
          statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass;
      if (is_option || is_definition) continue;
      if (const auto* line = statement->get_if<model::ExpressionStatement>()) {
        if (const auto tests = project_.anomaly_detection(module_, *line->value)) (*tests ? on_ : off_) = true;
      }
      model::for_each_part(
          *statement, [&](const model::Expression* part) { note_calls(*part); },
          [&](model::Block inner) { look_at(inner, nullptr); });
    }
  }

  void note_calls(const model::Expression& expression) {
    model::walk(expression, [&](const model::Expression& part) {
      const auto* call = part.get_if<model::Call>();
      const auto* name = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
      if (name == nullptr || std::ranges::find(seen_, name->name) != seen_.end()) return;
      seen_.push_back(name->name);
      called_.push_back(name->name);
    });
  }

  const Project& project_;
  std::uint32_t module_;
  model::Block body_;
  std::vector<model::Symbol> called_;
  std::vector<model::Symbol> seen_;
  bool on_ = false;
  bool off_ = false;
};

}  // namespace

std::optional<bool> Project::anomaly_detection(std::uint32_t module, const model::Expression& expression) const {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return std::nullopt;
  const std::optional<bool> tests = flow::tests_gradients(*call, symbols_);
  if (!tests) return std::nullopt;
  const Target target = resolve(module, *call->callee);
  const bool is_of_torch =
      target.kind == TargetKind::kLibrary && flow::is_among(kSwitches, catalog_.row(target.index).name);
  return is_of_torch ? tests : std::nullopt;
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
    const ModuleInput& input = modules_[module].input;
    const bool may = modules_[module].speaks_of_defaults && !input.is_test && !input.is_library;
    if (!may || !input.module->text.contains("set_detect_anomaly")) continue;
    Unguarded code(*this, module);
    code.visit();
    if (code.is_on()) reach(module);
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
