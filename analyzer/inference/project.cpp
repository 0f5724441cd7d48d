#include "analyzer/inference/project.h"

#include <algorithm>

#include <fnmatch.h>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

// A chain of re-exports longer than this is a cycle.
constexpr int kLongestReExport = 24;

void append_dotted(std::string& text, std::string_view part) {
  if (!text.empty()) text += '.';
  text += part;
}

}  // namespace

Project::Project(std::vector<ModuleInput> inputs, const catalog::Catalog& catalog, model::SymbolTable& symbols)
    : catalog_(catalog), symbols_(symbols) {
  std::ranges::stable_sort(inputs, {}, &ModuleInput::name);
  modules_.reserve(inputs.size());
  for (ModuleInput& input : inputs) {
    const auto number = static_cast<std::uint32_t>(modules_.size());
    by_name_.emplace(input.name, number);
    ModuleInfo info{.input = std::move(input), .scope = {}, .bindings = {}};
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
  for (std::uint32_t module = 0; module < modules_.size(); ++module) collect_bindings(module);
  // Imports are followed once here, so that evaluating a name is one look-up.
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    std::unordered_map<model::Symbol, Target> found;
    for (const auto& [name, imports] : imports_[module].names) {
      if (Target target = resolve(module, name, 0)) found.emplace(name, target);
    }
    for (auto& [name, target] : found) {
      auto& targets = modules_[module].bindings[name];
      if (std::ranges::none_of(targets, [](const Target& t) { return t.kind != Target::Kind::kVariable; })) {
        targets.insert(targets.begin(), target);
      }
    }
  }
  describe_functions();
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
  auto found = by_name_.find(std::string(dotted));
  return found == by_name_.end() ? kNowhere : found->second;
}

std::string Project::absolute_name(const ModuleInfo& module, std::uint32_t level,
                                   std::span<const model::Symbol> path) const {
  std::string name;
  if (level > 0) {
    std::string_view base = module.input.name;
    // One dot is the package that holds the module; for an `__init__` that is the module itself.
    for (std::uint32_t up = module.input.is_package ? 1 : 0; up < level; ++up) {
      const std::size_t dot = base.rfind('.');
      base = dot == std::string_view::npos ? std::string_view() : base.substr(0, dot);
    }
    name = base;
  }
  for (model::Symbol part : path) append_dotted(name, symbols_.text(part));
  return name;
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
          module.bindings[function.name].push_back({Target::Kind::kFunction, module.first_function + function.id, {}});
          continue;
        }
        case model::StatementKind::kClass: {
          const auto& definition = statement->as<model::Class>();
          module.bindings[definition.name].push_back({Target::Kind::kClass, module.first_class + definition.id, {}});
          continue;
        }
        case model::StatementKind::kImport:
          for (const model::ImportedName& imported : statement->as<model::Import>().names) {
            const bool whole = static_cast<bool>(imported.alias);
            const auto path = imported.path.first(whole ? imported.path.size() : 1);
            imports.names[whole ? imported.alias : imported.path.front()].push_back(
                {absolute_name(module, 0, path), {}});
          }
          break;
        case model::StatementKind::kImportFrom: {
          const auto& from = statement->as<model::ImportFrom>();
          std::string source = absolute_name(module, from.level, from.module);
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
      module.bindings[name].push_back({Target::Kind::kVariable, number, name});
    }
  }
}

Target Project::resolve(std::uint32_t module, model::Symbol name) const {
  auto found = modules_[module].bindings.find(name);
  if (found != modules_[module].bindings.end() && !found->second.empty()) return found->second.front();
  if (imports_[module].stars.empty() || imports_[module].names.contains(name)) return {};
  return resolve(module, name, 0);
}

Target Project::resolve(std::uint32_t module, model::Symbol name, int depth) const {
  if (depth > kLongestReExport) return {};
  auto bound = modules_[module].bindings.find(name);
  if (bound != modules_[module].bindings.end() && !bound->second.empty()) return bound->second.front();
  const ModuleImports& imports = imports_[module];
  if (auto found = imports.names.find(name); found != imports.names.end()) {
    for (const Import& import : found->second) {
      const std::uint32_t source = find_module(import.module);
      if (!import.name) {
        if (source != kNowhere) return {Target::Kind::kModule, source, {}};
        if (const std::uint32_t node = catalog_.find(import.module); node != catalog::Catalog::kNowhere)
          return {Target::Kind::kLibrary, node, {}};
        continue;
      }
      if (source != kNowhere) {
        if (source != module || import.name != name) {
          if (Target target = resolve(source, import.name, depth + 1)) return target;
        }
        const std::uint32_t submodule = find_module(import.module + "." + std::string(symbols_.text(import.name)));
        if (submodule != kNowhere) return {Target::Kind::kModule, submodule, {}};
      } else if (const std::uint32_t node = catalog_.find(import.module); node != catalog::Catalog::kNowhere) {
        if (const std::uint32_t child = catalog_.child(node, import.name); child != catalog::Catalog::kNowhere) {
          return {Target::Kind::kLibrary, child, {}};
        }
      }
    }
  }
  for (const std::string& star : imports.stars) {
    const std::uint32_t source = find_module(star);
    if (source != kNowhere && source != module) {
      if (Target target = resolve(source, name, depth + 1)) return target;
    } else if (source == kNowhere) {
      const std::uint32_t node = catalog_.find(star);
      if (node == catalog::Catalog::kNowhere) continue;
      if (const std::uint32_t child = catalog_.child(node, name); child != catalog::Catalog::kNowhere)
        return {Target::Kind::kLibrary, child, {}};
    }
  }
  return {};
}

Target Project::imported(std::uint32_t module, const model::ImportFrom& statement, model::Symbol name) const {
  const std::string source = absolute_name(modules_[module], statement.level, statement.module);
  if (const std::uint32_t found = find_module(source); found != kNowhere)
    return member({Target::Kind::kModule, found, {}}, name);
  const std::uint32_t node = catalog_.find(source);
  return node == catalog::Catalog::kNowhere ? Target{} : member({Target::Kind::kLibrary, node, {}}, name);
}

Target Project::member(const Target& target, model::Symbol name) const {
  switch (target.kind) {
    case Target::Kind::kLibrary: {
      const std::uint32_t child = catalog_.child(target.index, name);
      if (child == catalog::Catalog::kNowhere) return {};
      return {Target::Kind::kLibrary, child, {}};
    }
    case Target::Kind::kModule: {
      if (Target found = resolve(target.index, name)) return found;
      const std::uint32_t submodule =
          find_module(modules_[target.index].input.name + "." + std::string(symbols_.text(name)));
      if (submodule != kNowhere) return {Target::Kind::kModule, submodule, {}};
      return {};
    }
    case Target::Kind::kClass: {
      for (const std::uint32_t klass : classes_[target.index].ancestors) {
        if (auto found = classes_[klass].methods.find(name); found != classes_[klass].methods.end()) {
          return {Target::Kind::kFunction, found->second, {}};
        }
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
