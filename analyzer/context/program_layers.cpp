// Layers that hold a program which trains: all calls of what stands there are in sight.
#include "analyzer/context/program_layers.h"

#include <algorithm>
#include <string_view>

#include "analyzer/context/temperature.h"
#include "analyzer/flow/main_guard.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/model/mark_callers.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::Project;

bool hands_training_over(const model::Module& module, const model::SymbolTable& symbols) {
  bool found = false;
  model::walk_expressions(module.body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (found || method == nullptr) return;
    const std::string_view name = symbols.text(method->name);
    found = (name == "fit" || name == "train") && flow::last_name(*method->object, symbols).ends_with("rainer");
  });
  return found;
}

/// Finds the layers with a script that trains: they are programs, and what nothing there refers to is left over. Where
/// the loop of the script stands elsewhere, that is less sure.
void Temperatures::find_programs(const CallLinks& given) {
  const Project& project = analysis_->world.project;
  const auto functions = static_cast<Code>(project.functions().size());
  std::vector<bool> trains(shapes_.size(), false);
  for (Code code = 0; code < shapes_.size(); ++code)
    trains[code] = trains_[code] || std::ranges::any_of(shapes_[code].loops, &LoopShape::updates);
  const model::Callers callers(shapes_.size(), [&](const auto& add) {
    for (Code code = 0; code < shapes_.size(); ++code) {
      for (const CallLink& link : links_[code]) {
        if (!link.by_name) add(link.callee, code);
      }
      // Who is handed a function runs it: `mp.spawn(train, args)`, `launch(main, gpus)`.
      for (const CallLink& link : given[code]) add(link.callee, code);
    }
  });
  std::vector<bool> gets_to_training = trains;
  model::mark_callers(gets_to_training, callers);
  std::vector<Heat> left_over(project.layers().all().size(), Heat::kHot);
  for (Code code = 0; code < shapes_.size(); ++code) {
    if (!trains[code] && (code < functions || !gets_to_training[code])) continue;
    const std::uint32_t number = contexts_->module_of_code(code);
    const model::Module& module = *project.modules()[number].input.module;
    if (module.language != model::Language::kPython) continue;
    Heat& most = left_over[layer_of(code)];
    if (trains[code] && flow::main_guard(module.body, project.symbols()) != nullptr) most = Heat::kCold;
    // What an import runs does not train, and what a module of a package does by itself tries it out.
    const bool is_script =
        code >= functions && !project.modules()[number].in_package && !project.layers().all()[layer_of(code)].is_test;
    if (is_script && gets_to_training[code]) most = std::min(most, Heat::kWarm);
  }
  for (std::uint32_t number = 0; number < project.modules().size(); ++number) {
    const inference::ModuleInfo& module = project.modules()[number];
    const std::uint32_t layer = project.layers().of_module(number);
    const bool is_python = module.input.module->language == model::Language::kPython;
    if (!is_python || module.in_package || module.input.is_library || project.layers().all()[layer].is_test) continue;
    const bool is_script = flow::main_guard(module.input.module->body, project.symbols()) != nullptr;
    if (is_script && hands_training_over(*module.input.module, project.symbols())) left_over[layer] = Heat::kCold;
  }
  left_over_ = LeftOvers(project, left_over);
  programs_ = std::move(left_over);
}

}  // namespace syncfree::context
