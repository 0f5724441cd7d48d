// Whether distributions check what they are given: `Distribution.set_default_validate_args(False)` holds for all of
// them.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

/// A package that says it anywhere means itself as a whole. One that also says the opposite changes its mind as it
/// runs: torch's own default stands. What decides may be known to its user alone.
void Project::spread_default_validation(std::span<const std::uint32_t> homes) {
  struct Told {
    bool off = false;
    bool on = false;
    bool by_user = false;
  };
  std::vector<Told> told(homes.size());  // by home
  bool any = false;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const ModuleInput& input = modules_[module].input;
    if (!modules_[module].speaks_of_defaults || !input.module->text.contains("set_default_validate_args")) continue;
    model::walk_expressions(input.module->body, [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      if (call == nullptr || call->arguments.size() != 1) return;
      if (flow::last_name(*call->callee, symbols_) != "set_default_validate_args") return;
      const auto* constant = call->arguments.front().value->get_if<model::Constant>();
      Told& package = told[homes[module]];
      package.by_user |= constant == nullptr;
      package.off |= constant != nullptr && constant->constant == model::ConstantKind::kFalse;
      package.on |= constant != nullptr && constant->constant != model::ConstantKind::kFalse;
      any = true;
    });
  }
  if (!any) return;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const Told& package = told[homes[module]];
    if (package.by_user) {
      modules_[module].validation = Validation::kNotKnown;
    } else if (package.off && !package.on) {
      modules_[module].validation = Validation::kOff;
    }
  }
}

}  // namespace syncfree::inference
