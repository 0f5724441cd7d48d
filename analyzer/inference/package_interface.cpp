#include "analyzer/inference/package_interface.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace syncfree::inference {

namespace {

/// The outermost package: the folder that holds it, and its name.
using Package = std::pair<std::string_view, std::string_view>;

Package package_of(const ModuleInfo& module) {
  const std::string_view name = module.input.name;
  return {module.input.root, name.substr(0, name.find('.'))};
}

bool is_in_python_package(const ModuleInfo& module) {
  return module.in_package && module.input.module->language == model::Language::kPython;
}

/// An `__init__` that is more than a version.
bool holds_something_own(const Project& project, std::uint32_t module) {
  const model::Module& text = *project.modules()[module].input.module;
  if (!text.functions.empty() || !text.classes.empty()) return true;
  const model::Symbol all = project.symbols().find("__all__");
  const std::vector<model::Symbol> names = project.imported_names(module);
  return (all && project.modules()[module].bindings.find(all) != nullptr) ||
         std::ranges::any_of(names, [&](model::Symbol name) {
           const TargetKind kind = project.resolve(module, name).kind;
           return kind != TargetKind::kNothing && kind != TargetKind::kLibrary;
         });
}

}  // namespace

std::vector<bool> in_package_with_interface(const Project& project) {
  std::map<Package, bool> has_interface;  // of those of which an `__init__` is here
  const auto modules = project.modules();
  for (std::uint32_t number = 0; number < modules.size(); ++number) {
    const ModuleInfo& module = modules[number];
    if (!is_in_python_package(module) || !module.input.is_package) continue;
    bool& has_one = has_interface[package_of(module)];
    has_one |= !module.input.is_test && holds_something_own(project, number);
  }
  std::vector<bool> found;
  found.reserve(modules.size());
  for (const ModuleInfo& module : modules) {
    const auto package = has_interface.find(package_of(module));
    found.push_back(!is_in_python_package(module) || package == has_interface.end() || package->second);
  }
  return found;
}

}  // namespace syncfree::inference
