#include "analyzer/inference/call_heights.h"

#include <algorithm>
#include <numeric>

#include "analyzer/inference/components.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// By function, those that its text names.
std::vector<std::vector<std::uint32_t>> named_functions(const Project& project) {
  std::vector<std::vector<std::uint32_t>> named(project.functions().size());
  for (const ModuleInfo& module : project.modules()) {
    if (module.is_hole || module.input.module->language != model::Language::kCxx) continue;
    for (const model::Function* function : module.input.module->functions) {
      const std::uint32_t number = module.first_function + function->id;
      if (function->enclosing != nullptr) named[module.first_function + function->enclosing->id].push_back(number);
      model::walk_expressions(function->body, [&](const model::Expression& expression) {
        const auto* name = expression.get_if<model::Name>();
        const Target* target = name == nullptr ? nullptr : module.bindings.find(name->name);
        if (target != nullptr && target->kind == TargetKind::kFunction) named[number].push_back(target->index);
      });
    }
  }
  return named;
}

}  // namespace

std::vector<std::uint32_t> call_heights(const Project& project) {
  const std::vector<std::vector<std::uint32_t>> named = named_functions(project);
  const std::vector<std::uint32_t> component = strong_components(named);
  std::vector<std::uint32_t> from_below(named.size());
  std::iota(from_below.begin(), from_below.end(), 0U);
  std::ranges::sort(from_below, {}, [&](std::uint32_t function) { return component[function]; });
  std::vector<std::uint32_t> height_of(named.size(), 0);  // by component
  for (const std::uint32_t function : from_below) {
    std::uint32_t& height = height_of[component[function]];
    for (const std::uint32_t callee : named[function]) {
      if (component[callee] != component[function]) height = std::max(height, height_of[component[callee]] + 1);
    }
  }
  std::vector<std::uint32_t> heights(named.size());
  for (std::uint32_t function = 0; function < named.size(); ++function)
    heights[function] = height_of[component[function]];
  return heights;
}

}  // namespace syncfree::inference
