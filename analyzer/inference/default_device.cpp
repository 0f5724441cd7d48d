// Where torch makes what names no device: `torch.set_default_device` holds for the whole process.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/project_signs.h"
#include "analyzer/model/walk.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

using values::Place;
using values::Places;

namespace {

/// Does a text put the name of a type on the GPU together: `f"torch.cuda.{kind}"`, `"torch.cuda.FloatTensor"`.
bool names_cuda_type(std::string_view text) {
  constexpr std::string_view kBegin = "torch.cuda.";
  constexpr std::array<std::string_view, 5> kTypes = {"{", "FloatTensor", "DoubleTensor", "HalfTensor",
                                                      "BFloat16Tensor"};
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at + 1)) {
    const std::string_view rest = text.substr(at + kBegin.size());
    if (std::ranges::any_of(kTypes, [&](std::string_view type) { return rest.starts_with(type); })) return true;
  }
  return false;
}

/// What `torch.set_default_device(device)` and `torch.set_default_tensor_type("torch.cuda.FloatTensor")` set; empty if
/// the expression is none of them, or names another device than a GPU.
Places set_device(const model::Expression& expression, const ModuleInput& input, const model::SymbolTable& symbols) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr || call->arguments.size() != 1) return {};
  const std::string_view name = flow::last_name(*call->callee, symbols);
  const model::Expression& argument = *call->arguments.front().value;
  if (name == "set_default_tensor_type") {
    const auto range = argument.range;
    const bool is_gpu = input.module->text.substr(range.begin, range.end - range.begin).contains("cuda");
    if (is_gpu) return Place::kCuda;
    // A variable: a caller chooses, if the module has such a type to choose.
    const bool is_chosen = argument.kind == model::ExpressionKind::kName && names_cuda_type(input.module->text);
    return is_chosen ? Places(Place::kCaller) : Places();
  }
  if (name != "set_default_device") return {};
  const auto* constant = argument.get_if<model::Constant>();
  const bool is_text = constant != nullptr && constant->constant == model::ConstantKind::kString;
  return is_text ? values::place_of_name(constant->text) & values::kOnDevice : Places(Place::kCaller);
}

/// Without the bodies of functions.
template <class Visit>
void walk_when_imported(model::Block block, const Visit& visit) {
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kFunction) continue;
    model::for_each_part(
        *statement, [&](const model::Expression* part) { model::walk(*part, visit); },
        [&](model::Block inner) { walk_when_imported(inner, visit); });
  }
}

/// What a function sets that others call to set up a package: `enable_cuda()`. One that asks what was set before puts
/// it back.
Places set_up_by(const FunctionInfo& info, const ModuleInput& input, const model::SymbolTable& symbols) {
  const model::Function& function = *info.function;
  if (info.owner != kNowhere || function.enclosing != nullptr || info.is_context_manager || !function.name) return {};
  if (symbols.text(function.name).starts_with('_')) return {};
  Places places;
  bool asks = false;
  model::walk_expressions(function.body, [&](const model::Expression& expression) {
    places |= set_device(expression, input, symbols);
    const auto* call = expression.get_if<model::Call>();
    asks |= call != nullptr && flow::last_name(*call->callee, symbols) == "get_default_device";
  });
  return asks ? Places() : places;
}

}  // namespace

bool speaks_of_defaults(std::string_view text) {
  return text.contains("set_default_") || text.contains("set_detect_anomaly");
}

/// Some function does it, so that nobody knows for which calls it holds.
bool Project::sets_default_device(const ModuleInfo& module) const {
  if (!module.speaks_of_defaults) return false;
  const ModuleInput& input = module.input;
  bool sets = false;
  model::walk_expressions(input.module->body, [&](const model::Expression& expression) {
    sets |= !set_device(expression, input, symbols_).empty();
  });
  return sets;
}

Places Project::default_device_when_imported(const ModuleInfo& module) const {
  Places places;
  if (!module.speaks_of_defaults) return places;
  const ModuleInput& input = module.input;
  walk_when_imported(input.module->body,
                     [&](const model::Expression& expression) { places |= set_device(expression, input, symbols_); });
  return places;
}

/// Whoever imports a module that does it has it done. A package whose modules import one that does it on import, or in
/// a function for others to call, is meant as a whole, also where it chooses among its modules while it runs.
void Project::spread_default_devices(std::span<const std::vector<std::uint32_t>> imports,
                                     std::span<const std::uint32_t> homes) {
  std::vector<std::uint32_t> setting;
  std::vector<Places> set_up(modules_.size());
  for (std::uint32_t number = 0; number < modules_.size(); ++number) {
    ModuleInfo& module = modules_[number];
    module.default_device = default_device_when_imported(module);
    if (!module.default_device.empty()) setting.push_back(number);
    if (!module.sets_default_device) continue;
    for (std::size_t i = 0; i < module.input.module->functions.size(); ++i)
      set_up[number] |= set_up_by(functions_[module.first_function + i], module.input, symbols_);
  }
  std::vector<std::vector<std::uint32_t>> importers(modules_.size());
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    for (const std::uint32_t imported : imports[module]) importers[imported].push_back(module);
  }
  const auto tell = [&](std::uint32_t module, Places places) {
    const Places before = modules_[module].default_device;
    modules_[module].default_device |= places;
    if (modules_[module].default_device != before) setting.push_back(module);
  };
  const auto tell_home = [&](std::uint32_t module, Places places) {
    const ModuleInfo& info = modules_[module];
    const auto is_at_home = [&](std::uint32_t other) { return homes[other] == homes[module] && other != module; };
    if (!info.in_package || info.input.is_test || !std::ranges::any_of(importers[module], is_at_home)) return;
    for (std::uint32_t other = 0; other < modules_.size(); ++other) {
      if (homes[other] == homes[module]) tell(other, places);
    }
  };
  for (std::size_t next = 0; next < setting.size(); ++next) {
    const Places places = modules_[setting[next]].default_device;
    for (const std::uint32_t importer : importers[setting[next]]) tell(importer, places);
    tell_home(setting[next], places);
  }
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (!set_up[module].empty() && !modules_[module].input.is_library) tell_home(module, set_up[module]);
  }
  tell_what_scripts_import(imports);
}

/// What a script has told torch holds for all that it imports; other scripts, which tell it nothing, may import that,
/// too.
void Project::tell_what_scripts_import(std::span<const std::vector<std::uint32_t>> imports) {
  std::vector<std::uint32_t> todo;
  std::vector<bool> told(modules_.size(), false);
  for (std::uint32_t number = 0; number < modules_.size(); ++number) {
    const ModuleInfo& module = modules_[number];
    const bool is_script = !module.in_package && !module.input.is_library && !module.input.is_test;
    const bool sets = module.sets_default_device || default_device_when_imported(module).overlaps(Place::kCuda);
    if (is_script && sets) todo.push_back(number);
  }
  while (!todo.empty()) {
    const std::uint32_t module = todo.back();
    todo.pop_back();
    for (const std::uint32_t imported : imports[module]) {
      if (told[imported] || modules_[imported].input.is_library) continue;
      told[imported] = true;
      todo.push_back(imported);
      if (modules_[imported].default_device.empty()) modules_[imported].default_device = Place::kCaller;
    }
  }
}

}  // namespace syncfree::inference
