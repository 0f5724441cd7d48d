// Whether two projects that differ in texts say the same of their modules, functions and classes, and the one that is
// made of the other because they do.
//
// To keep when this is changed: what the linking of a project reads of bodies and signatures of functions is in
// FunctionInfo, in the signs of project_signs.h, or compared in `again`. All else stands in the outline.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/flow/does_nothing.h"
#include "analyzer/inference/link_changes.h"
#include "analyzer/inference/outline.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/project_signs.h"
#include "analyzer/inference/same_link.h"

namespace syncfree::inference {

bool is_same_input(const ModuleInput& a, const ModuleInput& b) {
  const auto is_same_place = [&] {
    return a.name == b.name && a.place == b.place && a.root == b.root && a.is_package == b.is_package;
  };
  const auto is_same_role = [&] {
    return a.is_test == b.is_test && a.in_tests == b.in_tests && a.is_library == b.is_library && a.group == b.group;
  };
  const auto has_same_assumptions = [&] {
    if (a.assumptions == nullptr || b.assumptions == nullptr) return a.assumptions == b.assumptions;
    return *a.assumptions == *b.assumptions;
  };
  return is_same_place() && is_same_role() && has_same_assumptions();
}

bool is_same_function(const FunctionInfo& a, const FunctionInfo& b) {
  static constexpr bool FunctionInfo::* kFlags[] = {
      &FunctionInfo::is_static,     &FunctionInfo::is_class_method,     &FunctionInfo::is_property,
      &FunctionInfo::is_overload,   &FunctionInfo::is_context_manager,  &FunctionInfo::is_abstract,
      &FunctionInfo::reads_data,    &FunctionInfo::is_device_code,      &FunctionInfo::is_on_host,
      &FunctionInfo::is_marked_hot, &FunctionInfo::has_inner_functions, &FunctionInfo::is_compiled,
      &FunctionInfo::is_traced,     &FunctionInfo::gives_back_self,
  };
  const auto have_same_flag = [&](bool FunctionInfo::* flag) { return a.*flag == b.*flag; };
  return a.module == b.module && a.owner == b.owner && std::ranges::all_of(kFlags, have_same_flag) &&
         a.wrapper == b.wrapper && a.setter_name == b.setter_name && a.setter_value == b.setter_value &&
         (a.moves_self == nullptr) == (b.moves_self == nullptr);
}

bool is_same_class(const ClassInfo& a, const ClassInfo& b) {
  const auto is_same_kind = [&] {
    return a.is_module == b.is_module && a.has_unknown_base == b.has_unknown_base && a.is_record == b.is_record &&
           a.makes_constructor == b.makes_constructor && a.is_named_tuple == b.is_named_tuple;
  };
  return a.module == b.module && a.ancestors == b.ancestors && a.library_bases == b.library_bases &&
         a.methods == b.methods && a.field_order == b.field_order && is_same_kind();
}

namespace {

bool is_same(const ModuleInfo& a, const ModuleInfo& b) {
  const auto is_numbered_alike = [&] {
    return a.first_function == b.first_function && a.first_class == b.first_class && a.place == b.place &&
           a.input.module->functions.size() == b.input.module->functions.size() &&
           a.input.module->classes.size() == b.input.module->classes.size();
  };
  const auto has_same_device = [&] {
    return a.sets_default_device == b.sets_default_device && a.default_device == b.default_device;
  };
  return is_same_input(a.input, b.input) && is_numbered_alike() && a.in_package == b.in_package && has_same_device() &&
         a.validation == b.validation && a.tests_gradients == b.tests_gradients &&
         a.may_be_scripted == b.may_be_scripted && a.stays_on_cpu == b.stays_on_cpu && a.measured == b.measured &&
         a.scope == b.scope && a.bindings == b.bindings;
}

bool is_same(const FunctionInfo& a, const FunctionInfo& b) { return is_same_function(a, b); }
bool is_same(const ClassInfo& a, const ClassInfo& b) { return is_same_class(a, b) && a.children == b.children; }

template <class Item>
bool are_same(const std::vector<Item>& a, const std::vector<Item>& b) {
  return std::ranges::equal(a, b, [](const Item& one, const Item& other) { return is_same(one, other); });
}

/// Outside of functions nothing is different, and what decides about others anywhere in the text is the same.
bool decides_as(const model::Module& before, const model::Module& after) {
  if (before.language != model::Language::kPython || !changed_signatures(before, after)) return false;
  if (speaks_of_defaults(before.text) || speaks_of_defaults(after.text)) return false;
  return std::ranges::all_of(std::array{names_gpu, reads_on_cpu, may_be_scripted, names_library_of_data},
                             [&](const auto& sign) { return sign(before.text) == sign(after.text); });
}

}  // namespace

Project::Project(const Project& other)
    : catalog_(other.catalog_),
      symbols_(other.symbols_),
      numbers_(other.numbers_),
      order_(other.order_),
      modules_(other.modules_),
      imports_(other.imports_),
      functions_(other.functions_),
      classes_(other.classes_),
      names_(other.names_),
      search_(other.search_, names_),
      layers_(other.layers_),
      modules_of_libraries_(other.modules_of_libraries_),
      measured_classes_(other.measured_classes_),
      own_methods_(other.own_methods_),
      only_methods_(other.only_methods_),
      module_class_(other.module_class_),
      links_(other.links_),
      after_(other.after_) {}

/// Of another project that links as this one, and was made by `again` of it or of the same one.
void Project::copy_what_differs(const Project& other) {
  for (const std::uint32_t number : order_) {
    ModuleInfo& module = modules_[number];
    const model::Module* const text = other.modules_[number].input.module;
    if (module.input.module == text) continue;
    module.input.module = text;
    for (std::size_t i = 0; i < text->functions.size(); ++i)
      functions_[module.first_function + i] = other.functions_[module.first_function + i];
    for (std::size_t i = 0; i < text->classes.size(); ++i)
      classes_[module.first_class + i] = other.classes_[module.first_class + i];
  }
}

std::unique_ptr<Project> Project::again(std::vector<ModuleInput> inputs, const Project& before,
                                        std::unique_ptr<Project> spare) {
  if (inputs.size() != before.order_.size()) return nullptr;
  inputs = sorted(std::move(inputs));
  std::vector<std::uint32_t> changed;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint32_t module = before.order_[i];
    const ModuleInput& old = before.modules_[module].input;
    ModuleInput& now = inputs[i];
    if (!is_same_input(now, old) || !now.outside.empty()) return nullptr;
    if (now.module == old.module) continue;
    if (!decides_as(*old.module, *now.module)) return nullptr;
    changed.push_back(module);
  }
  std::unique_ptr<Project> project = spare != nullptr && spare->links_ == before.links_ ? std::move(spare) : nullptr;
  if (project != nullptr) {
    project->copy_what_differs(before);
  } else {
    project = std::make_unique<Project>(before);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) project->modules_[before.order_[i]].input = std::move(inputs[i]);
  for (const std::uint32_t module : changed) {
    if (!project->describe_again(module, before)) return nullptr;
  }
  return project->uses_functions_as(before, changed) ? std::move(project) : nullptr;
}

std::unique_ptr<Project> Project::after(std::vector<ModuleInput> inputs, const Project& before, unsigned jobs,
                                        std::span<const SourceRoot> roots) {
  inputs = sorted(std::move(inputs));
  const auto is_other = [](const ModuleInput& input) {
    return !input.outside.empty() || input.module->language != model::Language::kPython;
  };
  if (std::ranges::any_of(inputs, is_other)) return nullptr;
  std::vector<NumberedBefore> numbered = numbered_by_text(before, inputs);
  // At most twice: what is left behind in the first project has other numbers in the second.
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::optional<ProjectNumbers> numbers = numbers_after(before.numbers_, numbered);
    if (!numbers) return nullptr;
    std::unique_ptr<Project> project(
        new Project(inputs, before.catalog_, before.symbols_, jobs, roots, false, std::move(numbers), &before));
    if (!project->is_laid_out_as(before)) return nullptr;
    if (!leave_what_differs(before, *project, numbered)) return project;
  }
  return nullptr;
}

/// Layers, and what libraries are known by, are the same.
bool Project::is_laid_out_as(const Project& before) const {
  const auto is_in_same_layer = [&](std::uint32_t module) {
    return before.modules_[module].is_hole || layers_.of_module(module) == before.layers_.of_module(module);
  };
  return layers_.are_layered_as(before.layers_) && std::ranges::all_of(order_, is_in_same_layer) &&
         modules_of_libraries_ == before.modules_of_libraries_ && measured_classes_ == before.measured_classes_ &&
         module_class_ == before.module_class_;
}

namespace {

/// Another definition of the name may be the one that counts now (project_bindings.cpp).
bool may_bind_another(const model::Module& module, const model::Function& own, const model::Function& former) {
  if (flow::does_nothing(own.body) == flow::does_nothing(former.body)) return false;
  const auto is_namesake = [&](const model::Function* other) {
    return other->name == own.name && other->owner == nullptr && other->enclosing == nullptr;
  };
  return own.owner == nullptr && own.enclosing == nullptr && std::ranges::count_if(module.functions, is_namesake) > 1;
}

}  // namespace

/// False if something is not what it was.
bool Project::describe_again(std::uint32_t number, const Project& before) {
  const ModuleInfo& module = modules_[number];
  const model::Module& text = *module.input.module;
  const ModuleInfo& old = before.modules_[number];
  const auto own = std::span(functions_).subspan(module.first_function, text.functions.size());
  const auto former = std::span(before.functions_).subspan(old.first_function, text.functions.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = {.function = text.functions[i], .module = number, .scope = {}};
  describe_functions(module);
  if (decides_on_host_code(module, own, symbols_) || decides_on_host_code(old, former, symbols_)) return false;
  for (std::size_t i = 0; i < own.size(); ++i) {
    // By name, and by what stands around it.
    own[i].reads_data = former[i].reads_data;
    own[i].is_on_host = former[i].is_on_host;
    own[i].is_traced = former[i].is_traced;
    own[i].is_marked_hot = former[i].is_marked_hot;
    own[i].wrapper = former[i].wrapper;
    if (own[i].function->name != former[i].function->name || !is_same_function(own[i], former[i])) return false;
    if (may_bind_another(text, *own[i].function, *former[i].function)) return false;
    // A `forward` that takes something makes a class a module whose bases nobody sees.
    const bool takes_more = (own[i].function->parameters.size() > 1) != (former[i].function->parameters.size() > 1);
    if (takes_more && symbols_.text(own[i].function->name) == "forward") return false;
  }
  for (std::size_t i = 0; i < text.classes.size(); ++i) {
    ClassInfo described{.definition = text.classes[i], .module = number};
    describe_class(described);
    ClassInfo& info = classes_[module.first_class + i];
    if (info.definition->name != described.definition->name || !(info.methods == described.methods)) return false;
    info.definition = described.definition;
    info.annotations = std::move(described.annotations);
  }
  return reach_of(number) == before.reach_of(number);
}

bool Project::links_as(const Project& other) const {
  if (links_ == other.links_) return true;
  const auto import_alike = [](const ModuleImports& a, const ModuleImports& b) {
    return a.names == b.names && a.stars == b.stars && a.modules == b.modules && a.fallbacks == b.fallbacks;
  };
  return are_same(modules_, other.modules_) && are_same(functions_, other.functions_) &&
         are_same(classes_, other.classes_) && std::ranges::equal(imports_, other.imports_, import_alike) &&
         layers_ == other.layers_ && modules_of_libraries_ == other.modules_of_libraries_ &&
         measured_classes_ == other.measured_classes_ && own_methods_ == other.own_methods_ &&
         module_class_ == other.module_class_;
}

}  // namespace syncfree::inference
