#include "analyzer/context/left_over.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::ModuleInfo;
using inference::Project;

/// What the imports of a module name: `losses` and `mse` of `from .losses import mse`.
struct LeftOvers::Names {
  std::unordered_set<std::uint32_t> imported;
};

LeftOvers::LeftOvers(const Project& project, const std::vector<bool>& is_program) {
  if (std::ranges::find(is_program, true) == is_program.end()) return;
  find_candidates(project, is_program);
  if (by_name_.empty()) return;
  std::vector<Names> names(project.modules().size());
  read_imports(project, names);
  for (std::uint32_t module = 0; module < project.modules().size(); ++module) read_uses(project, module, names[module]);
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

/// A name that is imported may be that of any function, since packages hand names on.
void LeftOvers::read_imports(const Project& project, std::vector<Names>& names) {
  for (std::uint32_t module = 0; module < project.modules().size(); ++module) {
    const auto add = [&](std::span<const model::Symbol> path) {
      for (const model::Symbol part : path) names[module].imported.insert(part.id);
    };
    const auto read = [&](const auto& self, model::Block block) -> void {
      for (const model::Statement* statement : block) {
        if (const auto* whole = statement->get_if<model::Import>()) {
          for (const model::ImportedName& imported : whole->names) add(imported.path);
        }
        if (const auto* from = statement->get_if<model::ImportFrom>()) {
          add(from->module);
          if (from->is_star && !from->module.empty()) spread_.insert(from->module.back().id);
          for (const model::ImportedName& imported : from->names) {
            add(imported.path);
            refer_to(imported.path.front());
          }
        }
        model::for_each_part(
            *statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
      }
    };
    read(read, project.modules()[module].input.module->body);
  }
}

/// A variable means a function of its own module, an attribute one of a module that is imported: `torch.solve` means no
/// `solve` of a module `linear` that nobody imports there.
void LeftOvers::read_uses(const Project& project, std::uint32_t module, const Names& names) {
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
      const bool is_imported = home != module && names.imported.contains(stem);
      if (is_own || is_imported || spread_.contains(stem)) left_over_[function] = false;
    }
  });
}

}  // namespace syncfree::context
