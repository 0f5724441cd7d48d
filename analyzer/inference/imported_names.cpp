// The names that a module has from others.
#include <algorithm>
#include <optional>

#include "analyzer/inference/project.h"

namespace syncfree::inference {

namespace {

/// `__all__ = ["Net", …]`: what `import *` takes. Nothing: the module does not say.
std::optional<std::vector<model::Symbol>> listed_names(const model::Module& module, const model::SymbolTable& symbols) {
  const model::Symbol all = symbols.find("__all__");
  for (const model::Statement* statement : module.body) {
    const auto* assign = statement->get_if<model::Assign>();
    const auto* target = assign == nullptr ? nullptr : assign->targets.front()->get_if<model::Name>();
    if (!all || target == nullptr || target->name != all || assign->value == nullptr) continue;
    const auto* list = assign->value->get_if<model::Sequence>();
    if (list == nullptr) return std::nullopt;
    std::vector<model::Symbol> names;
    for (const model::Expression* element : list->elements) {
      const auto* text = element->get_if<model::Constant>();
      if (text == nullptr) return std::nullopt;
      if (const model::Symbol name = symbols.find(text->text)) names.push_back(name);
    }
    return names;
  }
  return std::nullopt;
}

}  // namespace

std::vector<model::Symbol> Project::imported_names(std::uint32_t module) const {
  model::FlatMap<std::uint32_t, std::uint8_t> asked;
  model::FlatMap<model::Symbol, std::uint8_t> names;
  add_imported_names(module, asked, names);
  std::vector<model::Symbol> found;
  for (std::size_t i = 0; i < names.size(); ++i) found.push_back(names.key(i));
  return found;
}

std::vector<std::uint32_t> Project::publicly_named() const {
  const auto is_private = [&](model::Symbol name) { return symbols_.text(name).starts_with('_'); };
  std::vector<std::uint32_t> found;
  for (std::uint32_t module = 0; module < modules_.size(); ++module) {
    if (!modules_[module].input.is_package || modules_[module].input.is_test) continue;
    for (const model::Symbol name : imported_names(module)) {
      if (is_private(name)) continue;
      const Target meant = resolve(module, name);
      if (meant.kind == TargetKind::kFunction && is_private(functions_[meant.index].function->name))
        found.push_back(meant.index);
    }
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

bool Project::is_import_of_others(std::uint32_t module, model::Symbol name) const {
  if (imports_[module].names.find(name) == nullptr) return false;
  const TargetKind kind = resolve(module, name).kind;
  return kind == TargetKind::kNothing || kind == TargetKind::kLibrary;
}

void Project::add_imported_names(std::uint32_t module, model::FlatMap<std::uint32_t, std::uint8_t>& asked,
                                 model::FlatMap<model::Symbol, std::uint8_t>& names) const {
  if (!asked.insert(module, 1).second) return;
  const ModuleImports& imports = imports_[module];
  for (std::size_t i = 0; i < imports.names.size(); ++i) names.insert(imports.names.key(i), 1);
  for (const Target& star : imports.stars) {
    if (star.kind != TargetKind::kModule) continue;
    if (const auto listed = listed_names(*modules_[star.index].input.module, symbols_)) {
      for (const model::Symbol name : *listed) names.insert(name, 1);
      continue;
    }
    const auto& bindings = modules_[star.index].bindings;
    for (std::size_t i = 0; i < bindings.size(); ++i) names.insert(bindings.key(i), 1);
    add_imported_names(star.index, asked, names);
  }
}

}  // namespace syncfree::inference
