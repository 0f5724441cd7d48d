#include "analyzer/inference/project.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "analyzer/inference/lazy_names.h"
#include "analyzer/inference/other_accelerators.h"
#include "analyzer/inference/project_signs.h"
#include "analyzer/model/walk.h"
#include "analyzer/parallel/for_each_index.h"
#include "analyzer/source/glob.h"

namespace syncfree::inference {

namespace {

// Classes whose objects the inference knows in ways of its own.
constexpr std::array<std::string_view, 8> kBasicClasses = {
    "torch.Tensor",        "torch.nn.Parameter",  "torch.nn.Buffer",     "torch.nn.Module",
    "torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict", "torch.autograd.Function"};

/// `import torch_npu` at the top, tried by nobody.
bool needs_other_accelerator(const model::Module& module, const model::SymbolTable& symbols) {
  const auto is_one = [&](std::span<const model::Symbol> path) {
    return !path.empty() && std::ranges::any_of(kOtherAccelerators, [&](const OtherAccelerator& other) {
      return other.needs_device && symbols.text(path.front()) == other.package;
    });
  };
  return std::ranges::any_of(module.body, [&](const model::Statement* statement) {
    if (const auto* some = statement->get_if<model::ImportFrom>()) return some->level == 0 && is_one(some->module);
    const auto* import = statement->get_if<model::Import>();
    return import != nullptr &&
           std::ranges::any_of(import->names, [&](const model::ImportedName& one) { return is_one(one.path); });
  });
}

}  // namespace

std::string Project::place_of_name(std::string name) {
  std::ranges::replace(name, '.', '/');
  return name;
}

std::vector<ModuleInput> Project::sorted(std::vector<ModuleInput> inputs) {
  std::ranges::stable_sort(inputs, {}, &ModuleInput::name);
  for (ModuleInput& input : inputs) {
    if (input.place.empty()) input.place = place_of_name(input.name);
  }
  return inputs;
}

ProjectNumbers Project::numbers_of(std::span<const ModuleInput> inputs, bool has_room) {
  std::vector<const model::Module*> models;
  for (const ModuleInput& input : inputs) models.push_back(input.module);
  return ProjectNumbers::in_order(models, has_room);
}

Project::Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols,
                 unsigned jobs, std::span<const SourceRoot> roots, bool has_room)
    : Project(sorted(std::move(inputs)), catalog, symbols, jobs, roots, has_room, std::nullopt, nullptr) {}

Project::Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols,
                 unsigned jobs, std::span<const SourceRoot> roots, bool has_room, std::optional<ProjectNumbers> numbers,
                 const Project* before)
    : catalog_(catalog), symbols_(symbols), numbers_(numbers ? std::move(*numbers) : numbers_of(inputs, has_room)) {
  if (before != nullptr) {
    after_ = before->links_;
    names_ = before->names_;
    names_.forget_modules();
  }
  modules_.resize(numbers_.module_count);
  for (ModuleInfo& hole : modules_) {
    hole.input.module = &no_module();
    hole.is_hole = true;
  }
  functions_.resize(numbers_.function_count, {.function = &no_function(), .module = 0, .scope = {}});
  classes_.resize(numbers_.class_count, {.definition = &no_class(), .module = 0});
  for (std::size_t i = 0; i < inputs.size(); ++i) add_module(std::move(inputs[i]), numbers_.modules[i]);
  for (const SourceRoot& root : roots) search_.add(root, names_, symbols_);
  imports_.resize(modules_.size());
  module_class_ = catalog_.find("torch.nn.Module");
  parallel::for_each_index(modules_.size(), jobs, [&](std::size_t number) {
    const ModuleInfo& module = modules_[number];
    modules_[number].speaks_of_defaults = speaks_of_defaults(module.input.module->text);
    modules_[number].sets_default_device = sets_default_device(module);
    modules_[number].moves_nothing = !moves_something(module.input.module->text);
    modules_[number].needs_other_accelerator = needs_other_accelerator(*module.input.module, symbols_);
    collect_bindings(static_cast<std::uint32_t>(number));
    describe_functions(module);
    for (std::size_t i = 0; i < module.input.module->classes.size(); ++i)
      describe_class(classes_[module.first_class + i]);
  });
  resolve_imports();
  bind_outside_functions();
  take_measured_classes();
  link_classes();
  mark_host_code();
  apply_assumptions();
  make_layers(jobs);
}

void Project::add_module(ModuleInput input, const ModuleNumbers& numbers) {
  const std::uint32_t number = numbers.module;
  order_.push_back(number);
  const std::uint32_t root = names_.add(input.root, symbols_);
  const std::uint32_t node = names_.add(input.place, number, input.is_package, symbols_);
  const bool is_library = input.is_library;
  ModuleInfo info{.input = std::move(input),
                  .place = {.node = node, .root = root, .is_library = is_library},
                  .scope = {},
                  .bindings = {}};
  info.in_package = info.input.is_package || names_.depth(node) > names_.depth(root) + 1;
  std::uint32_t package = node;
  while (names_.depth(package) > names_.depth(root) + 1) package = names_.parent(package);
  if (is_library) search_.add_library(package);
  if (info.in_package) {
    if (!is_library) search_.add_outermost_package(package);
    if (const std::uint32_t library = catalog_.find(info.input.name);
        library != kNowhere && !catalog_.row(library).gives_way) {
      info.measured = library;
      modules_of_libraries_.insert(library, number);
    }
  }
  info.first_function = numbers.functions.first;
  info.first_class = numbers.classes.first;
  for (const model::Function* function : info.input.module->functions) {
    FunctionInfo& described = functions_[info.first_function + function->id];
    described.function = function;
    described.module = number;
  }
  for (const model::Class* definition : info.input.module->classes) {
    ClassInfo& described = classes_[info.first_class + definition->id];
    described.definition = definition;
    described.module = number;
  }
  modules_[number] = std::move(info);
}

void Project::bind_outside_functions() {
  model::FlatMap<std::uint32_t, std::uint32_t> modules;  // by file
  for (std::uint32_t number = 0; number < modules_.size(); ++number)
    modules.insert(modules_[number].input.file, number);
  for (ModuleInfo& module : modules_) {
    for (const OutsideFunction& each : module.input.outside) {
      if (const std::uint32_t* other = modules.find(each.file))
        module.bindings.insert(each.name, {TargetKind::kFunction, modules_[*other].first_function + each.function, {}});
    }
  }
}

/// A library's own sources say less of its basic classes than was measured: their names mean what the catalog says in
/// the library itself, too.
void Project::take_measured_classes() {
  if (modules_of_libraries_.empty()) return;
  for (const std::string_view name : kBasicClasses) {
    const std::uint32_t node = catalog_.find(name);
    if (node == kNowhere) continue;
    const Target target = find(name);
    if (target.kind == TargetKind::kClass) measured_classes_.insert(target.index, node);
  }
  for (ModuleInfo& module : modules_) {
    for (std::size_t b = 0; b < module.bindings.size(); ++b) {
      Target& target = module.bindings.value(b);
      if (target.kind != TargetKind::kClass) continue;
      if (const std::uint32_t* node = measured_classes_.find(target.index)) {
        target = {TargetKind::kLibrary, *node, {}};
      }
    }
  }
}

/// The outermost package, or the folder of a script. A folder without `__init__` between packages belongs to the outer
/// one. C++ files find each other by other means than imports.
std::uint32_t Project::home_of(const ModuleInfo& module) const {
  if (module.input.module->language == model::Language::kCxx) return ModuleNames::kRoot;
  if (!module.in_package) return module.place.root;
  std::uint32_t home = module.place.node;
  while (names_.parent(home) != module.place.root) home = names_.parent(home);
  for (std::uint32_t around = module.place.root; around != ModuleNames::kRoot; around = names_.parent(around)) {
    if (names_.is_package(around)) home = around;
  }
  return home;
}

/// The modules that the imports of a module lead to, wherever they stand in it.
std::vector<std::uint32_t> Project::reach_of(std::uint32_t number) const {
  const ModuleInfo& module = modules_[number];
  std::vector<std::uint32_t> found;
  const auto add = [&](const Target& target) {
    if (target.kind == TargetKind::kModule) found.push_back(target.index);
  };
  const auto add_path = [&](std::uint32_t level, std::span<const model::Symbol> path) {
    const Target source = source_of(number, level, path);
    add(source);
    // What the catalog says less of is looked up in the library's own sources.
    if (source.kind == TargetKind::kLibrary && !modules_of_libraries_.empty()) {
      add(place(search_.anywhere(module.place, path.first(1))));
    }
    return source;
  };
  const auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* import = statement->get_if<model::Import>()) {
        for (const model::ImportedName& name : import->names) add_path(0, name.path);
      } else if (const auto* from = statement->get_if<model::ImportFrom>()) {
        const Target source = add_path(from->level, from->module);
        for (const model::ImportedName& name : from->names) add(submodule(source, name.path.front()));
      }
      if (statement->kind == model::StatementKind::kFunction) continue;  // is visited below
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, module.input.module->body);
  for (const model::Function* function : module.input.module->functions) visit(visit, function->body);
  return found;
}

void Project::make_layers(unsigned jobs) {
  std::vector<std::vector<std::uint32_t>> imports(modules_.size());
  parallel::for_each_index(modules_.size(), jobs,
                           [&](std::size_t number) { imports[number] = reach_of(static_cast<std::uint32_t>(number)); });
  std::vector<std::uint32_t> homes;
  std::vector<bool> is_test;
  std::vector<bool> is_library;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // of home and group
  std::size_t holes = 0;                                                     // each has a home of its own
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const ModuleInput& input = modules_[module].input;
    std::vector<std::uint32_t>& reach = imports[module];
    for (const OutsideFunction& each : input.outside) {  // C++ imports nothing: it calls
      if (const Target* called = modules_[module].bindings.find(each.name))
        reach.push_back(functions_[called->index].module);
    }
    const std::pair key(home_of(modules_[module]), input.is_library ? ModuleNames::kNowhere : input.group);
    const auto next = static_cast<std::uint32_t>(numbers.size() + holes);
    homes.push_back(modules_[module].is_hole ? next : numbers.emplace(key, next).first->second);
    holes += modules_[module].is_hole ? 1 : 0;
    is_test.push_back(input.is_test);
    is_library.push_back(input.is_library);
  }
  spread_default_devices(imports, homes);
  spread_default_validation(homes);
  spread_anomaly_detection(imports, homes);
  find_cpu_programs(imports, homes);
  spread_scripting(homes);
  layers_ = Layers(order_, imports, homes, is_test, is_library);
}

void Project::apply_assumptions() {
  for (std::uint32_t function = 0; function < functions_.size(); ++function) {
    const Assumptions* assumptions = modules_[functions_[function].module].input.assumptions;
    if (assumptions == nullptr || assumptions->hot.empty()) continue;
    const std::string name = qualified_name(function);
    functions_[function].is_marked_hot = std::ranges::any_of(
        assumptions->hot, [&](const std::string& pattern) { return source::glob_matches(pattern, name); });
  }
  for (const std::uint32_t node : catalog_.wrappers()) {
    for (const Target& target : find_all(catalog_.row(node).name)) {
      if (target.kind == TargetKind::kFunction) functions_[target.index].wrapper = node;
    }
  }
}

Target Project::find(std::string_view dotted) const {
  const std::vector<Target> found = find_all(dotted);
  return found.empty() ? Target{} : found.front();
}

std::vector<Target> Project::find_all(std::string_view dotted) const {
  std::vector<Target> found;
  for (std::size_t end = dotted.rfind('.'); end != std::string_view::npos && end > 0;
       end = dotted.rfind('.', end - 1)) {
    for (const std::uint32_t module : modules_named(dotted.substr(0, end))) {
      Target target{TargetKind::kModule, module, {}};
      for (std::size_t begin = end + 1; target && begin <= dotted.size();) {
        const std::size_t dot = std::min(dotted.find('.', begin), dotted.size());
        target = member(target, symbols_.find(dotted.substr(begin, dot - begin)));
        begin = dot + 1;
      }
      if (target) found.push_back(target);
    }
    if (!found.empty()) break;
  }
  return found;
}

/// Of modules in folders without `__init__`, what is above their folder may be named or not.
std::vector<std::uint32_t> Project::modules_named(std::string_view dotted) const {
  std::vector<std::uint32_t> found;
  std::string path(dotted);
  std::ranges::replace(path, '.', '/');
  for (const std::uint32_t module : order_) {
    const ModuleInput& input = modules_[module].input;
    const bool is_below = !modules_[module].in_package && input.place.ends_with("/" + path);
    if (input.name == dotted || is_below) found.push_back(module);
  }
  return found;
}

std::span<const std::uint32_t> Project::modules_called(std::string_view dotted) const {
  const auto name_of = [&](std::uint32_t number) { return std::string_view(modules_[number].input.name); };
  const auto found = std::ranges::equal_range(order_, dotted, {}, name_of);
  return {found.begin(), found.end()};
}

std::uint32_t Project::find_module(std::string_view dotted) const {
  const auto found = modules_called(dotted);
  return found.empty() ? kNowhere : found.front();
}

Target Project::library(std::span<const model::Symbol> path) const {
  std::uint32_t node = catalog::Catalog::kNowhere;
  for (const model::Symbol part : path) {
    node = catalog_.child(node, part);
    if (node == catalog::Catalog::kNowhere) return {};
  }
  return {TargetKind::kLibrary, node, {}};
}

Target Project::place(std::uint32_t node) const {
  if (node == kNowhere) return {};
  const std::uint32_t module = names_.module(node);
  if (module == kNowhere) return {TargetKind::kFolder, node, {}};
  return {TargetKind::kModule, module, {}};
}

bool Project::is_inside(const ModuleInfo& module, model::Symbol package) const {
  if (!module.in_package) return false;
  std::uint32_t node = module.place.node;
  while (names_.parent(node) != module.place.root) node = names_.parent(node);
  return names_.name(node) == package;
}

/// What was measured holds for a library's names in all code but its own, also where its sources are read.
bool Project::is_measured(std::uint32_t module, model::Symbol name) const {
  const std::uint32_t library = catalog_.package(name);
  if (library == catalog::Catalog::kNowhere || catalog_.row(library).gives_way) return false;
  return !is_inside(modules_[module], name);
}

Target Project::imported(std::uint32_t module, std::span<const model::Symbol> path, std::size_t count) const {
  const Importer& importer = modules_[module].place;
  const auto start_of = [&](std::uint32_t node) {
    for (std::size_t up = count; up < path.size() && node != kNowhere; ++up) node = names_.parent(node);
    return node;
  };
  const bool is_measured = this->is_measured(module, path.front());
  const std::uint32_t beside = search_.beside(importer, path);
  // A script's neighbour, whatever library has its name; but a library's own sources are the library.
  if (beside != kNowhere && !(is_measured && names_.is_package(start_of(beside)))) return place(start_of(beside));
  if (is_measured) {
    if (const Target found = library(path.first(count))) return found;
  }
  if (const std::uint32_t found = search_.anywhere(importer, path); found != kNowhere) return place(start_of(found));
  if (count < path.size()) return imported(module, path.first(count), count);
  return library(path);
}

Target Project::source_of(std::uint32_t number, std::uint32_t level, std::span<const model::Symbol> path) const {
  if (level == 0) return imported(number, path, path.size());
  const ModuleInfo& module = modules_[number];
  // One dot is the package that holds the module; for an `__init__` that is the module itself.
  std::uint32_t base = module.place.node;
  for (std::uint32_t up = module.input.is_package ? 1 : 0; up < level; ++up) base = names_.parent(base);
  const std::uint32_t found = names_.descendant(base, path);
  if (names_.module(found) != kNowhere) return place(found);
  // A part of a library that the catalog knows, of which only some files are read.
  std::vector<model::Symbol> whole(path.begin(), path.end());
  for (; base != module.place.root && base != ModuleNames::kRoot; base = names_.parent(base)) {
    whole.insert(whole.begin(), names_.name(base));
  }
  if (!whole.empty()) {
    if (const Target target = library(whole)) return target;
  }
  return place(found);
}

Target Project::own_member(std::uint32_t module, model::Symbol name) const {
  const Target found = resolve(module, name);
  return found ? found : submodule({TargetKind::kModule, module, {}}, name);
}

Target Project::member(const Target& target, model::Symbol name) const {
  switch (target.kind) {
    case TargetKind::kLibrary: {
      const std::uint32_t child = catalog_.child(target.index, name);
      if (child != catalog::Catalog::kNowhere) return {TargetKind::kLibrary, child, {}};
      // The catalog knows a part of a library only.
      const std::uint32_t* module = modules_of_libraries_.find(target.index);
      return module == nullptr ? Target{} : own_member(*module, name);
    }
    case TargetKind::kModule: {
      if (const Target found = own_member(target.index, name)) return found;
      const std::uint32_t library = modules_[target.index].measured;
      const std::uint32_t child = library == kNowhere ? kNowhere : catalog_.child(library, name);
      return child == kNowhere ? Target{} : Target{TargetKind::kLibrary, child, {}};
    }
    case TargetKind::kFolder:
      return submodule(target, name);
    case TargetKind::kClass: {
      for (const std::uint32_t klass : classes_[target.index].ancestors) {
        if (const std::uint32_t* method = classes_[klass].methods.find(name))
          return {TargetKind::kFunction, *method, {}};
      }
      for (const model::Class* definition : modules_[classes_[target.index].module].input.module->classes) {
        if (definition->owner == classes_[target.index].definition && definition->name == name) {
          return {TargetKind::kClass, modules_[classes_[target.index].module].first_class + definition->id, {}};
        }
      }
      return {};
    }
    default:
      return {};
  }
}

Target Project::resolve(std::uint32_t module, const model::Expression& expression) const {
  if (const auto* name = expression.get_if<model::Name>()) return resolve(module, name->name);
  if (const auto* attribute = expression.get_if<model::Attribute>()) {
    const Target object = resolve(module, *attribute->object);
    return object ? member(object, attribute->name) : Target{};
  }
  return {};
}

}  // namespace syncfree::inference
