#include "analyzer/summary/public_names.h"

#include <algorithm>

#include "analyzer/inference/lazy_names.h"

namespace syncfree::summary {

using inference::ClassInfo;
using inference::FunctionInfo;
using inference::kNowhere;
using inference::ModuleInfo;
using inference::Target;
using inference::TargetKind;

bool is_public(std::string_view name) {
  return !name.starts_with('_') || (name.starts_with("__") && name.ends_with("__"));
}

PublicNames::PublicNames(const inference::Project& project, std::string package)
    : project_(project), package_(std::move(package)) {
  const model::SymbolTable& symbols = project.symbols();
  const std::vector<bool> is_shown = shown_modules();
  for (std::uint32_t klass = 0; klass < project.classes().size(); ++klass) {
    const ClassInfo& info = project.classes()[klass];
    const bool is_top = info.definition->owner == nullptr && info.definition->enclosing == nullptr;
    if (is_top && is_shown[info.module]) classes_.push_back(klass);
  }
  const std::vector<std::uint32_t> named = project.publicly_named();
  for (std::uint32_t function = 0; function < project.functions().size(); ++function) {
    const FunctionInfo& info = project.functions()[function];
    if (!info.function->name || info.function->enclosing != nullptr || info.is_device_code || info.is_overload)
      continue;
    const bool is_named = is_public(symbols.text(info.function->name)) || std::ranges::binary_search(named, function);
    if (!is_shown[info.module] || !is_named) continue;
    if (info.owner == kNowhere ? info.function->owner == nullptr : std::ranges::binary_search(classes_, info.owner))
      functions_.push_back(function);
  }
  for (const std::uint32_t function : functions_) function_names_.insert(of_function(function));
  for (std::uint32_t module = 0; module < project.modules().size(); ++module) {
    if (project.modules()[module].input.is_package && is_own(project.modules()[module])) add_aliases(module);
  }
  std::ranges::sort(aliases_);
  const auto repeated = std::ranges::unique(aliases_);
  aliases_.erase(repeated.begin(), repeated.end());
}

bool PublicNames::is_own(const ModuleInfo& module) const {
  const std::string_view name = module.input.name;
  const bool is_inside = name.starts_with(package_) && (name.size() == package_.size() || name[package_.size()] == '.');
  return is_inside && !module.input.is_test;
}

/// Its packages, and what they lead to: a file that none of them imports is a script or a source of others.
std::vector<bool> PublicNames::shown_modules() const {
  std::vector<bool> is_shown(project_.modules().size(), false);
  std::vector<std::uint32_t> todo;
  const auto show = [&](std::uint32_t module) {
    if (is_shown[module] || !is_own(project_.modules()[module])) return;
    is_shown[module] = true;
    todo.push_back(module);
  };
  for (std::uint32_t module = 0; module < is_shown.size(); ++module) {
    if (project_.modules()[module].input.is_package) show(module);
  }
  while (!todo.empty()) {
    const std::uint32_t module = todo.back();
    todo.pop_back();
    for (const std::uint32_t reached : project_.reach_of(module)) show(reached);
  }
  return is_shown;
}

std::string PublicNames::of_class(std::uint32_t klass) const {
  if (!std::ranges::binary_search(classes_, klass)) return {};
  const ClassInfo& info = project_.classes()[klass];
  return project_.modules()[info.module].input.name + "." + std::string(project_.symbols().text(info.definition->name));
}

std::string PublicNames::of_function(std::uint32_t function) const {
  const FunctionInfo& info = project_.functions()[function];
  const std::string name(project_.symbols().text(info.function->name));
  if (info.owner == kNowhere) return project_.modules()[info.module].input.name + "." + name;
  const std::string owner = of_class(info.owner);
  return owner.empty() ? owner : owner + "." + name;
}

std::string PublicNames::name_of(const Target& target) const {
  if (target.kind == TargetKind::kClass) return of_class(target.index);
  if (target.kind != TargetKind::kFunction) return {};
  std::string name = of_function(target.index);
  return function_names_.contains(name) ? name : std::string();
}

void PublicNames::add_aliases(std::uint32_t module) {
  const ModuleInfo& info = project_.modules()[module];
  const model::SymbolTable& symbols = project_.symbols();
  const auto add = [&](model::Symbol name) {
    if (!name || !is_public(symbols.text(name))) return;
    const std::string meant = name_of(project_.resolve(module, name));
    // A package shows what lies in it; what it takes from elsewhere has a name there.
    std::string own = info.input.name + "." + std::string(symbols.text(name));
    if (meant.starts_with(info.input.name + ".") && meant != own) aliases_.emplace_back(std::move(own), meant);
  };
  for (const model::Symbol name : project_.imported_names(module)) add(name);
}

}  // namespace syncfree::summary
