#include "analyzer/inference/project.h"

#include <algorithm>

#include <fnmatch.h>

#include "analyzer/model/walk.h"
#include "analyzer/parallel/for_each_index.h"

namespace syncfree::inference {

Project::Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols,
                 unsigned jobs)
    : catalog_(catalog), symbols_(symbols) {
  std::ranges::stable_sort(inputs, {}, &ModuleInput::name);
  modules_.reserve(inputs.size());
  for (ModuleInput& input : inputs) {
    const auto number = static_cast<std::uint32_t>(modules_.size());
    const std::uint32_t node = names_.add(input.name, number, symbols_);
    ModuleInfo info{.input = std::move(input), .name_node = node, .scope = {}, .bindings = {}};
    info.first_function = static_cast<std::uint32_t>(functions_.size());
    info.first_class = static_cast<std::uint32_t>(classes_.size());
    for (const model::Function* function : info.input.module->functions) {
      functions_.push_back({.function = function, .module = number, .scope = {}});
    }
    for (const model::Class* definition : info.input.module->classes) {
      classes_.push_back({.definition = definition,
                          .module = number,
                          .ancestors = {},
                          .library_bases = {},
                          .children = {},
                          .methods = {},
                          .field_order = {},
                          .annotations = {}});
    }
    modules_.push_back(std::move(info));
  }
  imports_.resize(modules_.size());
  module_class_ = catalog_.find("torch.nn.Module");
  parallel::for_each_index(modules_.size(), jobs, [&](std::size_t number) {
    const ModuleInfo& module = modules_[number];
    collect_bindings(static_cast<std::uint32_t>(number));
    describe_functions(module);
    for (std::size_t i = 0; i < module.input.module->classes.size(); ++i)
      describe_class(classes_[module.first_class + i]);
  });
  // Imports are followed once here, so that evaluating a name is one look-up.
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const auto& names = imports_[module].names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Asked asked;
      if (Target target = resolve(module, names.key(i), asked)) modules_[module].bindings.insert(names.key(i), target);
    }
  }
  link_classes();
  apply_assumptions();
}

void Project::apply_assumptions() {
  for (std::uint32_t function = 0; function < functions_.size(); ++function) {
    const Assumptions* assumptions = modules_[functions_[function].module].input.assumptions;
    if (assumptions == nullptr || assumptions->hot.empty()) continue;
    const std::string name = qualified_name(function);
    functions_[function].is_marked_hot = std::ranges::any_of(
        assumptions->hot, [&](const std::string& pattern) { return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0; });
  }
  for (const std::uint32_t node : catalog_.wrappers()) {
    if (const Target target = find(catalog_.row(node).name); target.kind == Target::Kind::kFunction) {
      functions_[target.index].wrapper = node;
    }
  }
}

Target Project::find(std::string_view dotted) const {
  for (std::size_t end = dotted.rfind('.'); end != std::string_view::npos; end = dotted.rfind('.', end - 1)) {
    const std::uint32_t module = find_module(dotted.substr(0, end));
    if (module == kNowhere) {
      if (end == 0) break;
      continue;
    }
    Target target{Target::Kind::kModule, module, {}};
    for (std::size_t begin = end + 1; target && begin <= dotted.size();) {
      const std::size_t dot = std::min(dotted.find('.', begin), dotted.size());
      target = member(target, symbols_.find(dotted.substr(begin, dot - begin)));
      begin = dot + 1;
    }
    return target;
  }
  return {};
}

std::uint32_t Project::find_module(std::string_view dotted) const {
  std::uint32_t node = ModuleNames::kRoot;
  while (!dotted.empty() && node != ModuleNames::kNowhere) {
    const std::size_t dot = dotted.find('.');
    node = names_.child(node, symbols_.find(dotted.substr(0, dot)));
    dotted = dot == std::string_view::npos ? std::string_view() : dotted.substr(dot + 1);
  }
  return names_.module(node);
}

Target Project::imported(std::span<const model::Symbol> path) const {
  const std::uint32_t module = names_.module(names_.descendant(ModuleNames::kRoot, path));
  if (module != kNowhere) return {Target::Kind::kModule, module, {}};
  std::uint32_t node = catalog::Catalog::kNowhere;
  for (const model::Symbol part : path) {
    node = catalog_.child(node, part);
    if (node == catalog::Catalog::kNowhere) return {};
  }
  return {Target::Kind::kLibrary, node, {}};
}

Target Project::source_of(const ModuleInfo& module, std::uint32_t level, std::span<const model::Symbol> path) const {
  if (level == 0) return imported(path);
  // One dot is the package that holds the module; for an `__init__` that is the module itself.
  std::uint32_t base = module.name_node;
  for (std::uint32_t up = module.input.is_package ? 1 : 0; up < level; ++up) base = names_.parent(base);
  if (const std::uint32_t found = names_.module(names_.descendant(base, path)); found != kNowhere)
    return {Target::Kind::kModule, found, {}};
  // A part of a library that the catalog knows, of which only some files are read.
  std::vector<model::Symbol> whole(path.begin(), path.end());
  for (; base != ModuleNames::kRoot; base = names_.parent(base)) whole.insert(whole.begin(), names_.name(base));
  return imported(whole);
}

void Project::collect_bindings(std::uint32_t number) {
  ModuleInfo& module = modules_[number];
  ModuleImports& imports = imports_[number];
  add_bound_names(module.input.module->body, module.scope);

  // Imports inside functions bind names of those functions; the interpreter meets them there.
  auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      switch (statement->kind) {
        case model::StatementKind::kFunction: {
          const auto& function = statement->as<model::Function>();
          module.bindings.insert(function.name, {Target::Kind::kFunction, module.first_function + function.id, {}});
          continue;
        }
        case model::StatementKind::kClass: {
          const auto& definition = statement->as<model::Class>();
          module.bindings.insert(definition.name, {Target::Kind::kClass, module.first_class + definition.id, {}});
          continue;
        }
        case model::StatementKind::kImport:
          for (const model::ImportedName& imported : statement->as<model::Import>().names) {
            const bool whole = static_cast<bool>(imported.alias);
            const auto path = imported.path.first(whole ? imported.path.size() : 1);
            imports.names[whole ? imported.alias : imported.path.front()].push_back({this->imported(path), {}});
          }
          break;
        case model::StatementKind::kImportFrom: {
          const auto& from = statement->as<model::ImportFrom>();
          const Target source = source_of(module, from.level, from.module);
          if (from.is_star) imports.stars.push_back(source);
          for (const model::ImportedName& imported : from.names) {
            imports.names[imported.alias ? imported.alias : imported.path.front()].push_back(
                {source, imported.path.front()});
          }
          break;
        }
        default:
          break;
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, module.input.module->body);

  for (std::uint32_t slot = 0; slot < module.scope.size(); ++slot) {
    const model::Symbol name = module.scope.name(slot);
    if (!module.bindings.contains(name) && !imports.names.contains(name)) {
      module.bindings.insert(name, {Target::Kind::kVariable, number, name});
    }
  }
}

Target Project::resolve(std::uint32_t module, model::Symbol name) const {
  if (const Target* bound = modules_[module].bindings.find(name)) return *bound;
  if (imports_[module].stars.empty() || imports_[module].names.contains(name)) return {};
  Asked asked;
  return resolve(module, name, asked);
}

Target Project::resolve(std::uint32_t module, model::Symbol name, Asked& asked) const {
  if (const Target* bound = modules_[module].bindings.find(name)) return *bound;
  // A search ends with the first thing found: what was asked before has nothing, or is under way.
  if (!asked.insert(std::uint64_t{module} << 32U | name.id, 1).second) return {};
  const ModuleImports& imports = imports_[module];
  // A name that a module gets from another one: what that one defines or imports itself, or one of its submodules.
  const auto from = [&](const Target& source, model::Symbol wanted) -> Target {
    if (source.kind == Target::Kind::kLibrary) return member(source, wanted);
    if (source.kind != Target::Kind::kModule || (source.index == module && wanted == name)) return {};
    return resolve(source.index, wanted, asked);
  };
  if (const std::vector<Import>* found = imports.names.find(name)) {
    for (const Import& import : *found) {
      if (!import.name) {
        if (import.source) return import.source;
        continue;
      }
      if (Target target = from(import.source, import.name)) return target;
      if (Target target = submodule(import.source, import.name)) return target;
    }
  }
  for (const Target& star : imports.stars) {
    if (Target target = from(star, name)) return target;
  }
  return {};
}

Target Project::submodule(const Target& module, model::Symbol name) const {
  if (module.kind != Target::Kind::kModule) return {};
  const std::uint32_t found = names_.module(names_.child(modules_[module.index].name_node, name));
  return found == kNowhere ? Target{} : Target{Target::Kind::kModule, found, {}};
}

Target Project::imported(std::uint32_t module, const model::ImportFrom& statement, model::Symbol name) const {
  return member(source_of(modules_[module], statement.level, statement.module), name);
}

Target Project::member(const Target& target, model::Symbol name) const {
  switch (target.kind) {
    case Target::Kind::kLibrary: {
      const std::uint32_t child = catalog_.child(target.index, name);
      if (child == catalog::Catalog::kNowhere) return {};
      return {Target::Kind::kLibrary, child, {}};
    }
    case Target::Kind::kModule: {
      const Target found = resolve(target.index, name);
      return found ? found : submodule(target, name);
    }
    case Target::Kind::kClass: {
      for (const std::uint32_t klass : classes_[target.index].ancestors) {
        if (const std::uint32_t* method = classes_[klass].methods.find(name))
          return {Target::Kind::kFunction, *method, {}};
      }
      for (const model::Class* definition : modules_[classes_[target.index].module].input.module->classes) {
        if (definition->owner == classes_[target.index].definition && definition->name == name) {
          return {Target::Kind::kClass, modules_[classes_[target.index].module].first_class + definition->id, {}};
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
