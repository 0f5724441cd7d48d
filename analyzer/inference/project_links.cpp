// Whether two projects that differ in texts say the same of their modules, functions and classes.
#include <algorithm>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

namespace {

bool is_same(const ModuleInput& a, const ModuleInput& b) {
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
  return a.file == b.file && is_same_place() && is_same_role() && has_same_assumptions();
}

bool is_same(const ModuleInfo& a, const ModuleInfo& b) {
  const auto is_numbered_alike = [&] {
    return a.first_function == b.first_function && a.first_class == b.first_class && a.place == b.place &&
           a.input.module->functions.size() == b.input.module->functions.size() &&
           a.input.module->classes.size() == b.input.module->classes.size();
  };
  const auto has_same_device = [&] {
    return a.sets_default_device == b.sets_default_device && a.default_device == b.default_device;
  };
  return is_same(a.input, b.input) && is_numbered_alike() && a.in_package == b.in_package && has_same_device() &&
         a.validation == b.validation && a.may_be_scripted == b.may_be_scripted && a.stays_on_cpu == b.stays_on_cpu &&
         a.measured == b.measured && a.scope == b.scope && a.bindings == b.bindings;
}

bool is_same(const FunctionInfo& a, const FunctionInfo& b) {
  static constexpr bool FunctionInfo::* kFlags[] = {
      &FunctionInfo::is_static,     &FunctionInfo::is_class_method,     &FunctionInfo::is_property,
      &FunctionInfo::is_overload,   &FunctionInfo::is_context_manager,  &FunctionInfo::is_abstract,
      &FunctionInfo::reads_data,    &FunctionInfo::is_device_code,      &FunctionInfo::is_on_host,
      &FunctionInfo::is_marked_hot, &FunctionInfo::has_inner_functions,
  };
  const auto have_same_flag = [&](bool FunctionInfo::* flag) { return a.*flag == b.*flag; };
  return a.module == b.module && a.owner == b.owner && std::ranges::all_of(kFlags, have_same_flag) &&
         a.wrapper == b.wrapper && a.setter_name == b.setter_name && a.setter_value == b.setter_value &&
         (a.moves_self == nullptr) == (b.moves_self == nullptr);
}

bool is_same(const ClassInfo& a, const ClassInfo& b) {
  const auto is_same_kind = [&] {
    return a.is_module == b.is_module && a.has_unknown_base == b.has_unknown_base && a.is_record == b.is_record &&
           a.makes_constructor == b.makes_constructor && a.is_named_tuple == b.is_named_tuple;
  };
  return a.module == b.module && a.ancestors == b.ancestors && a.library_bases == b.library_bases &&
         a.children == b.children && a.methods == b.methods && a.field_order == b.field_order && is_same_kind();
}

template <class Item>
bool are_same(const std::vector<Item>& a, const std::vector<Item>& b) {
  return std::ranges::equal(a, b, [](const Item& one, const Item& other) { return is_same(one, other); });
}

}  // namespace

bool Project::links_as(const Project& other) const {
  const auto import_alike = [](const ModuleImports& a, const ModuleImports& b) {
    return a.names == b.names && a.stars == b.stars;
  };
  return are_same(modules_, other.modules_) && are_same(functions_, other.functions_) &&
         are_same(classes_, other.classes_) && std::ranges::equal(imports_, other.imports_, import_alike) &&
         layers_ == other.layers_ && modules_of_libraries_ == other.modules_of_libraries_ &&
         measured_classes_ == other.measured_classes_ && own_methods_ == other.own_methods_ &&
         module_class_ == other.module_class_;
}

}  // namespace syncfree::inference
