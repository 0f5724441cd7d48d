#include "analyzer/context/left_over.h"

#include <algorithm>
#include <array>

#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::ClassInfo;
using inference::FunctionInfo;
using inference::kNowhere;
using inference::ModuleInfo;
using inference::Project;

namespace {

// Who calls these looks classes up by names that the code does not hold.
constexpr std::array<std::string_view, 6> kByName = {
    "instantiate", "instantiate_from_config", "import_module", "get_obj_from_str", "globals", "__import__"};

model::Symbol last_name(const model::Expression& expression) {
  if (const auto* name = expression.get_if<model::Name>()) return name->name;
  if (const auto* attribute = expression.get_if<model::Attribute>()) return attribute->name;
  return {};
}

bool is_own(const Project& project, std::span<const model::Symbol> path) {
  if (path.empty()) return true;
  const auto modules = project.modules();
  const std::uint32_t found = project.find_module(project.symbols().text(path.front()));
  return found < modules.size() && !modules[found].input.is_library;
}

}  // namespace

LeftOvers::LeftOvers(const Project& project, const std::vector<bool>& is_program) {
  left_over_.assign(project.functions().size(), false);
  mark_replaced(project);
  if (std::ranges::find(is_program, true) == is_program.end()) return;
  find_candidates(project, is_program);
  if (by_name_.empty()) return;
  std::vector<Imports> imports;
  for (const ModuleInfo& module : project.modules()) imports.push_back(read_imports(project, module));
  for (std::uint32_t module = 0; module < project.modules().size(); ++module)
    read_uses(project, module, imports[module]);
  mark(project);
}

void LeftOvers::add(const Project& project, model::Symbol name, Definition definition) {
  by_name_[name.id].push_back(static_cast<std::uint32_t>(definitions_.size()));
  definitions_.push_back(definition);
  const std::string_view module = project.modules()[definition.module].input.name;
  stems_.try_emplace(definition.module, project.symbols().find(module.substr(module.rfind('.') + 1)).id);
}

void LeftOvers::find_candidates(const Project& project, const std::vector<bool>& is_program) {
  const auto is_of_program = [&](std::uint32_t module) { return is_program[project.layers().of_module(module)]; };
  of_function_.assign(project.functions().size(), kNowhere);
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const FunctionInfo& info = project.functions()[number];
    const bool is_plain = info.owner == kNowhere && info.function->enclosing == nullptr && info.function->name &&
                          info.function->decorators.empty();
    if (!is_plain || !is_of_program(info.module)) continue;
    of_function_[number] = static_cast<std::uint32_t>(definitions_.size());
    add(project, info.function->name, {.module = info.module, .is_class = false});
  }
  std::vector<std::uint32_t> of_class(project.classes().size(), kNowhere);
  for (std::uint32_t klass = 0; klass < project.classes().size(); ++klass) {
    const ClassInfo& info = project.classes()[klass];
    // A base of the project may keep a list of the classes below it.
    const bool is_plain = info.definition->owner == nullptr && info.definition->enclosing == nullptr &&
                          info.definition->decorators.empty() && info.ancestors.size() == 1 && !info.has_unknown_base;
    if (!is_plain || !is_of_program(info.module)) continue;
    of_class[klass] = static_cast<std::uint32_t>(definitions_.size());
    add(project, info.definition->name, {.module = info.module, .is_class = true});
  }
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const std::uint32_t owner = project.functions()[number].owner;
    if (owner != kNowhere) of_function_[number] = of_class[owner];
  }
}

void LeftOvers::refer_to(model::Symbol name, bool also_classes) {
  const auto found = by_name_.find(name.id);
  if (found == by_name_.end()) return;
  for (const std::uint32_t number : found->second) {
    Definition& definition = definitions_[number];
    definition.is_referred_to |= also_classes || !definition.is_class;
  }
}

/// What the imports of a module name: `losses` and `mse` of `from .losses import mse`. A function that is imported may
/// be any of that name, since packages hand names on; importing a class makes none.
LeftOvers::Imports LeftOvers::read_imports(const Project& project, const ModuleInfo& module) {
  Imports imports;
  const auto add_path = [&](std::span<const model::Symbol> path) {
    for (const model::Symbol part : path) imports.names.insert(part.id);
  };
  const auto add_name = [&](const model::ImportedName& name, bool is_of_project) {
    add_path(name.path);
    if (name.alias) imports.renamed[name.alias.id] = name.path.back().id;
    if (is_of_project) imports.own.insert((name.alias ? name.alias : name.path.back()).id);
  };
  const auto read = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* whole = statement->get_if<model::Import>()) {
        for (const model::ImportedName& name : whole->names) add_name(name, is_own(project, name.path));
      }
      if (const auto* from = statement->get_if<model::ImportFrom>()) {
        add_path(from->module);
        if (from->is_star && !from->module.empty()) spread_.insert(from->module.back().id);
        for (const model::ImportedName& name : from->names) {
          add_name(name, from->level > 0 || is_own(project, from->module));
          refer_to(name.path.front(), static_cast<bool>(name.alias));
        }
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  read(read, module.input.module->body);
  return imports;
}

/// A variable means a function of its own module, or what an import gave it; and any class of that name.
void LeftOvers::read_name(std::uint32_t module, model::Symbol name, const Imports& imports) {
  const auto found = by_name_.find(name.id);
  if (found == by_name_.end()) return;
  for (const std::uint32_t number : found->second) {
    Definition& definition = definitions_[number];
    definition.is_referred_to |= definition.is_class || definition.module == module ||
                                 spread_.contains(stems_.at(definition.module)) || imports.renamed.contains(name.id);
  }
}

/// An attribute means a function of a module that is imported, and that stands before it: `torch.solve` means no
/// `solve` of a module `linear`, and `model.train` none of a module `utils`.
void LeftOvers::read_attribute(std::uint32_t module, const model::Attribute& attribute, const Imports& imports) {
  const auto found = by_name_.find(attribute.name.id);
  if (found == by_name_.end()) return;
  std::uint32_t object = last_name(*attribute.object).id;
  if (const auto renamed = imports.renamed.find(object); renamed != imports.renamed.end()) object = renamed->second;
  for (const std::uint32_t number : found->second) {
    Definition& definition = definitions_[number];
    const std::uint32_t stem = stems_.at(definition.module);
    const bool is_meant = definition.module != module && imports.names.contains(object) &&
                          (object == stem || imports.own.contains(last_name(*attribute.object).id));
    definition.is_referred_to |= definition.is_class || is_meant || spread_.contains(stem);
  }
}

/// A class may be looked up by its name, or by its path.
void LeftOvers::read_text(const Project& project, std::string_view text) {
  const std::string_view last = text.substr(text.find_last_of(".:/") + 1);
  if (const model::Symbol name = project.symbols().find(last)) refer_to(name, true);
}

void LeftOvers::read_uses(const Project& project, std::uint32_t module, const Imports& imports) {
  const model::SymbolTable& symbols = project.symbols();
  model::walk_expressions(project.modules()[module].input.module->body, [&](const model::Expression& expression) {
    if (const auto* name = expression.get_if<model::Name>()) {
      read_name(module, name->name, imports);
    } else if (const auto* attribute = expression.get_if<model::Attribute>()) {
      read_attribute(module, *attribute, imports);
      makes_by_name_ |=
          symbols.text(attribute->name) == "__dict__" && imports.own.contains(last_name(*attribute->object).id);
    } else if (const auto* constant = expression.get_if<model::Constant>()) {
      if (constant->constant == model::ConstantKind::kString) read_text(project, constant->text);
    } else if (const auto* call = expression.get_if<model::Call>()) {
      const std::string_view called = symbols.text(last_name(*call->callee));
      makes_by_name_ |= std::ranges::find(kByName, called) != kByName.end();
      // `getattr(models, name)`
      if (called != "getattr" || call->arguments.size() < 2) return;
      const bool is_given_name = call->arguments[1].value->kind == model::ExpressionKind::kConstant;
      makes_by_name_ |= !is_given_name && imports.own.contains(last_name(*call->arguments[0].value).id);
    }
  });
}

void LeftOvers::mark(const Project& project) {
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    if (of_function_[number] == kNowhere) continue;
    const Definition& definition = definitions_[of_function_[number]];
    if (!definition.is_referred_to && !(definition.is_class && makes_by_name_)) left_over_[number] = true;
  }
}

/// Of two classes of one name at the top of a module, nobody reaches the first, unless what stands between them or the
/// second itself names it.
void LeftOvers::mark_replaced(const Project& project) {
  std::unordered_set<std::uint32_t> replaced_classes;
  for (const ModuleInfo& module : project.modules()) {
    if (module.input.module->language != model::Language::kPython) continue;
    const model::Block body = module.input.module->body;
    std::unordered_map<std::uint32_t, std::size_t> first;  // statements, by name
    for (std::size_t i = 0; i < body.size(); ++i) {
      const auto* definition = body[i]->get_if<model::Class>();
      if (definition == nullptr) continue;
      const auto [before, is_new] = first.try_emplace(definition->name.id, i);
      if (is_new) continue;
      const auto& replaced = body[before->second]->as<model::Class>();
      bool is_named = !replaced.decorators.empty();
      model::walk_expressions(body.subspan(before->second + 1, i - before->second),
                              [&](const model::Expression& expression) {
                                const auto* name = expression.get_if<model::Name>();
                                is_named |= name != nullptr && name->name == definition->name;
                              });
      before->second = i;
      if (!is_named) replaced_classes.insert(module.first_class + replaced.id);
    }
  }
  if (replaced_classes.empty()) return;
  for (std::uint32_t number = 0; number < project.functions().size(); ++number)
    left_over_[number] = replaced_classes.contains(project.functions()[number].owner);
}

}  // namespace syncfree::context
