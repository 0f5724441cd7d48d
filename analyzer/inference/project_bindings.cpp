// What names of a module mean: its definitions, what it imports, and variables.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/does_nothing.h"
#include "analyzer/inference/forwarded_names.h"
#include "analyzer/inference/lazy_names.h"
#include "analyzer/inference/project.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// `import a.b`, `import a.b as c`. `is_tried`: something else may stand in for it. `resolve(path, count)`: what the
/// first `count` parts name.
template <class Imports, class Resolve>
void add_modules(const model::Import& statement, bool is_tried, Imports& imports, const Resolve& resolve) {
  for (const model::ImportedName& imported : statement.names) {
    const bool whole = static_cast<bool>(imported.alias);
    const model::Symbol name = whole ? imported.alias : imported.path.front();
    imports.names[name].push_back({resolve(imported.path, whole ? imported.path.size() : 1), {}});
    if (!is_tried) imports.modules.insert(name.id);
  }
}

}  // namespace

void Project::collect_bindings(std::uint32_t number) {
  ModuleInfo& module = modules_[number];
  ModuleImports& imports = imports_[number];
  add_bound_names(module.input.module->body, module.scope);
  for (const model::Function* function : module.input.module->functions) {
    for (const model::Symbol name : function->globals) module.scope.add(name);
  }

  // `try: from torch.cuda.amp import GradScaler`, `except ImportError: class GradScaler`: what is imported, if anything
  // is known of it.
  bool is_handler = false;
  bool is_tried = false;
  // The first definition counts, but for stubs: overloads, and what `TYPE_CHECKING` alone sees.
  const auto define = [&](model::Symbol name, const Target& target) {
    auto& definitions = is_handler && imports.names.contains(name) ? imports.fallbacks : module.bindings;
    const auto [place, is_new] = definitions.insert(name, target);
    const bool was_stub =
        !is_new && place->kind == TargetKind::kFunction && place->index >= module.first_function &&
        flow::does_nothing(module.input.module->functions[place->index - module.first_function]->body);
    if (was_stub) *place = target;
  };
  // Imports inside functions bind names of those functions; the interpreter meets them there.
  auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      switch (statement->kind) {
        case model::StatementKind::kFunction: {
          const auto& function = statement->as<model::Function>();
          define(function.name, {TargetKind::kFunction, module.first_function + function.id, {}});
          continue;
        }
        case model::StatementKind::kClass: {
          const auto& definition = statement->as<model::Class>();
          define(definition.name, {TargetKind::kClass, module.first_class + definition.id, {}});
          continue;
        }
        case model::StatementKind::kImport:
          add_modules(statement->as<model::Import>(), is_tried, imports,
                      [&](const auto& path, std::size_t count) { return this->imported(number, path, count); });
          break;
        case model::StatementKind::kImportFrom: {
          const auto& from = statement->as<model::ImportFrom>();
          const Target source = source_of(number, from.level, from.module);
          if (from.is_star) imports.stars.push_back(source);
          for (const model::ImportedName& imported : from.names) {
            imports.names[imported.alias ? imported.alias : imported.path.front()].push_back(
                {source, imported.path.front()});
          }
          break;
        }
        case model::StatementKind::kTry: {
          const auto& attempt = statement->as<model::Try>();
          const bool was_tried = std::exchange(is_tried, true);
          self(self, attempt.body);
          const bool outer = std::exchange(is_handler, true);
          for (const model::ExceptHandler& handler : attempt.handlers) self(self, handler.body);
          is_handler = outer;
          is_tried = was_tried;
          self(self, attempt.otherwise);
          self(self, attempt.finally);
          continue;
        }
        default:
          break;
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  visit(visit, module.input.module->body);
  if (const auto other = forwarded_module(*module.input.module, symbols_); !other.empty()) {
    if (const Target target = imported(number, other, other.size())) imports.stars.push_back(target);
  }
  if ((module.input.is_library || module.input.is_shown) && module.input.is_package) {
    for (const LazyName& lazy : lazy_names(*module.input.module, symbols_))
      imports.names[lazy.name].push_back({source_of(number, 1, lazy.module), lazy.name});
  }
  bind_variables(number);
}

/// Every other name of the module's is a variable.
void Project::bind_variables(std::uint32_t number) {
  ModuleInfo& module = modules_[number];
  for (std::uint32_t slot = 0; slot < module.scope.size(); ++slot) {
    const model::Symbol name = module.scope.name(slot);
    if (!module.bindings.contains(name) && !imports_[number].names.contains(name)) {
      // What a library computes at its start is seldom seen to be what it is.
      const std::uint32_t known = module.measured == kNowhere ? kNowhere : catalog_.child(module.measured, name);
      const bool is_known = known != kNowhere && catalog_.row(known).kind != catalog::NodeKind::kNamespace;
      module.bindings.insert(
          name, is_known ? Target{TargetKind::kLibrary, known, {}} : Target{TargetKind::kVariable, number, name});
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
    if (source.kind == TargetKind::kLibrary) {
      const std::uint32_t child = catalog_.child(source.index, wanted);
      if (child != catalog::Catalog::kNowhere) return {TargetKind::kLibrary, child, {}};
      const std::uint32_t* inside = modules_of_libraries_.find(source.index);
      if (inside == nullptr) return {};
      const Target found = resolve(*inside, wanted, asked);
      return found ? found : submodule({TargetKind::kModule, *inside, {}}, wanted);
    }
    if (source.kind != TargetKind::kModule || (source.index == module && wanted == name)) return {};
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
  if (const Target* fallback = imports.fallbacks.find(name)) return *fallback;
  for (const Target& star : imports.stars) {
    if (Target target = from(star, name)) return target;
  }
  return {};
}

Target Project::submodule(const Target& module, model::Symbol name) const {
  if (module.kind == TargetKind::kFolder) return place(names_.child(module.index, name));
  if (module.kind != TargetKind::kModule) return {};
  const std::uint32_t node = modules_[module.index].place.node;
  // A script of the same name as a folder beside it is no package.
  const Target found = names_.module(node) == module.index ? place(names_.child(node, name)) : Target{};
  return found.kind == TargetKind::kFolder ? Target{} : found;
}

Target Project::imported(std::uint32_t module, const model::ImportFrom& statement, model::Symbol name) const {
  return member(source_of(module, statement.level, statement.module), name);
}

bool Project::imports_strange_module(std::uint32_t module, model::Symbol name) const {
  const std::vector<Import>* imports = imports_[module].names.find(name);
  return imports != nullptr && imports_[module].modules.contains(name.id) &&
         std::ranges::all_of(*imports, [](const Import& each) { return !each.source && !each.name; });
}

/// Imports are followed once here, so that evaluating a name is one look-up.
void Project::resolve_imports() {
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    const auto& names = imports_[module].names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Asked asked;
      if (Target target = resolve(module, names.key(i), asked)) modules_[module].bindings.insert(names.key(i), target);
    }
  }
}

}  // namespace syncfree::inference
