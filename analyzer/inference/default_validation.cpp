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

/// A package that says it anywhere means itself as a whole; one that also says the opposite changes its mind as it
/// runs, so that nothing is known.
void Project::spread_default_validation(std::span<const std::uint32_t> homes) {
  std::vector<std::uint8_t> skips(homes.size());  // by home
  std::vector<std::uint8_t> checks(homes.size());
  bool any = false;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const ModuleInput& input = modules_[module].input;
    if (!input.module->text.contains("set_default_validate_args")) continue;
    model::walk_expressions(input.module->body, [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      if (call == nullptr || flow::last_name(*call->callee, symbols_) != "set_default_validate_args") return;
      const auto* told =
          call->arguments.size() == 1 ? call->arguments.front().value->get_if<model::Constant>() : nullptr;
      const bool is_off = told != nullptr && told->constant == model::ConstantKind::kFalse;
      (is_off ? skips : checks)[homes[module]] = 1;
      any = true;
    });
  }
  if (!any) return;
  for (std::uint32_t module = 0; module < modules_.size(); ++module)
    modules_[module].skips_validation = skips[homes[module]] != 0 && checks[homes[module]] == 0;
}

}  // namespace syncfree::inference
