#include "analyzer/context/left_over.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::ModuleInfo;
using inference::Project;

LeftOvers::LeftOvers(const Project& project, const std::vector<bool>& is_program) {
  if (std::ranges::find(is_program, true) == is_program.end()) return;
  find_candidates(project, is_program);
  if (by_name_.empty()) return;
  std::vector<Symbols> imported;
  for (const ModuleInfo& module : project.modules()) imported.push_back(read_imports(*module.input.module));
  for (std::uint32_t module = 0; module < project.modules().size(); ++module)
    read_uses(project, module, imported[module]);
}

void LeftOvers::find_candidates(const Project& project, const std::vector<bool>& is_program) {
  left_over_.assign(project.functions().size(), false);
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const FunctionInfo& info = project.functions()[number];
    if (!is_program[project.layers().of_module(info.module)]) continue;
    const bool is_plain = info.owner == inference::kNowhere && info.function->enclosing == nullptr &&
                          info.function->name && info.function->decorators.empty();
    if (!is_plain) continue;
    left_over_[number] = true;
    by_name_[info.function->name.id].push_back(number);
    const std::string_view module = project.modules()[info.module].input.name;
    stems_.try_emplace(info.module, project.symbols().find(module.substr(module.rfind('.') + 1)).id);
  }
}

void LeftOvers::refer_to(model::Symbol name) {
  const auto found = by_name_.find(name.id);
  if (found == by_name_.end()) return;
  for (const std::uint32_t function : found->second) left_over_[function] = false;
}

/// What the imports of a module name: `losses` and `mse` of `from .losses import mse`. A name that is imported may be
/// that of any function, since packages hand names on.
LeftOvers::Symbols LeftOvers::read_imports(const model::Module& module) {
  Symbols imported;
  const auto add = [&](std::span<const model::Symbol> path) {
    for (const model::Symbol part : path) imported.insert(part.id);
  };
  const auto read = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* whole = statement->get_if<model::Import>()) {
        for (const model::ImportedName& name : whole->names) add(name.path);
      }
      if (const auto* from = statement->get_if<model::ImportFrom>()) {
        add(from->module);
        if (from->is_star && !from->module.empty()) spread_.insert(from->module.back().id);
        for (const model::ImportedName& name : from->names) {
          add(name.path);
          refer_to(name.path.front());
        }
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  read(read, module.body);
  return imported;
}

/// A variable means a function of its own module, an attribute one of a module that is imported: `torch.solve` means no
/// `solve` of a module `linear` that nobody imports there.
void LeftOvers::read_uses(const Project& project, std::uint32_t module, const Symbols& imported) {
  model::walk_expressions(project.modules()[module].input.module->body, [&](const model::Expression& expression) {
    const auto* name = expression.get_if<model::Name>();
    const auto* attribute = expression.get_if<model::Attribute>();
    if (name == nullptr && attribute == nullptr) return;
    const auto found = by_name_.find((name != nullptr ? name->name : attribute->name).id);
    if (found == by_name_.end()) return;
    for (const std::uint32_t function : found->second) {
      const std::uint32_t home = project.functions()[function].module;
      const std::uint32_t stem = stems_.at(home);
      const bool is_own = home == module && name != nullptr;
      const bool is_imported = home != module && imported.contains(stem);
      if (is_own || is_imported || spread_.contains(stem)) left_over_[function] = false;
    }
  });
}

}  // namespace syncfree::context
