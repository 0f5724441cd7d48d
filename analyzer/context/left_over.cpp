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
  makes_by_name_.assign(project.layers().all().size(), false);
  std::vector<Reader> readers;
  for (std::uint32_t module = 0; module < project.modules().size(); ++module)
    read_imports(readers.emplace_back(Reader{.project = project, .module = module}));
  for (const Reader& reader : readers) read_uses(reader);
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

/// Who does not see a definition means none, and tests decide nothing.
template <class Refers>
void LeftOvers::refer_to(const Reader& reader, model::Symbol name, const Refers& refers) {
  const auto found = by_name_.find(name.id);
  if (found == by_name_.end()) return;
  const inference::Layers& layers = reader.project.layers();
  const std::uint32_t from = layers.of_module(reader.module);
  for (const std::uint32_t number : found->second) {
    Definition& definition = definitions_[number];
    const std::uint32_t about = layers.of_module(definition.module);
    if (!layers.sees(from, about) || !layers.decides(from, about)) continue;
    definition.is_referred_to = definition.is_referred_to || refers(definition);
  }
}

/// What the imports of a module name: `losses` and `mse` of `from .losses import mse`. A function that is imported may
/// be any of that name, since packages hand names on; importing a class makes none.
void LeftOvers::read_imports(Reader& reader) {
  const Project& project = reader.project;
  Imports& imports = reader.imports;
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
        if (from->is_star && !from->module.empty())
          spread_[from->module.back().id].push_back(project.layers().of_module(reader.module));
        for (const model::ImportedName& name : from->names) {
          add_name(name, from->level > 0 || is_own(project, from->module));
          const bool is_renamed = static_cast<bool>(name.alias);
          refer_to(reader, name.path.front(),
                   [&](const Definition& definition) { return is_renamed || !definition.is_class; });
        }
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  read(read, project.modules()[reader.module].input.module->body);
}

/// Its name may come from `from module import *`.
bool LeftOvers::is_spread(const Project& project, const Definition& definition) const {
  const auto found = spread_.find(stems_.at(definition.module));
  const std::uint32_t about = project.layers().of_module(definition.module);
  return found != spread_.end() &&
         std::ranges::any_of(found->second, [&](std::uint32_t from) { return project.layers().sees(from, about); });
}

/// A variable means a function of its own module, or what an import gave it; and any class of that name.
void LeftOvers::read_name(const Reader& reader, model::Symbol name) {
  refer_to(reader, name, [&](const Definition& definition) {
    return definition.is_class || definition.module == reader.module || is_spread(reader.project, definition) ||
           reader.imports.renamed.contains(name.id);
  });
}

/// An attribute means a function of a module that is imported, and that stands before it: `torch.solve` means no
/// `solve` of a module `linear`, and `model.train` none of a module `utils`.
void LeftOvers::read_attribute(const Reader& reader, const model::Attribute& attribute) {
  const Imports& imports = reader.imports;
  const std::uint32_t written = last_name(*attribute.object).id;
  const auto renamed = imports.renamed.find(written);
  const std::uint32_t object = renamed == imports.renamed.end() ? written : renamed->second;
  refer_to(reader, attribute.name, [&](const Definition& definition) {
    const std::uint32_t stem = stems_.at(definition.module);
    const bool is_meant = definition.module != reader.module && imports.names.contains(object) &&
                          (object == stem || imports.own.contains(written));
    return definition.is_class || is_meant || is_spread(reader.project, definition);
  });
}

/// A class may be looked up by its name, or by its path.
void LeftOvers::read_text(const Reader& reader, std::string_view text) {
  const std::string_view last = text.substr(text.find_last_of(".:/") + 1);
  if (const model::Symbol name = reader.project.symbols().find(last))
    refer_to(reader, name, [](const Definition&) { return true; });
}

void LeftOvers::read_uses(const Reader& reader) {
  const Project& project = reader.project;
  const model::SymbolTable& symbols = project.symbols();
  const Imports& imports = reader.imports;
  bool makes_by_name = false;
  model::walk_expressions(project.modules()[reader.module].input.module->body, [&](const model::Expression& part) {
    if (const auto* name = part.get_if<model::Name>()) {
      read_name(reader, name->name);
    } else if (const auto* attribute = part.get_if<model::Attribute>()) {
      read_attribute(reader, *attribute);
      makes_by_name |=
          symbols.text(attribute->name) == "__dict__" && imports.own.contains(last_name(*attribute->object).id);
    } else if (const auto* constant = part.get_if<model::Constant>()) {
      if (constant->constant == model::ConstantKind::kString) read_text(reader, constant->text);
    } else if (const auto* call = part.get_if<model::Call>()) {
      const std::string_view called = symbols.text(last_name(*call->callee));
      makes_by_name |= std::ranges::find(kByName, called) != kByName.end();
      // `getattr(models, name)`
      if (called != "getattr" || call->arguments.size() < 2) return;
      const bool is_given_name = call->arguments[1].value->kind == model::ExpressionKind::kConstant;
      makes_by_name |= !is_given_name && imports.own.contains(last_name(*call->arguments[0].value).id);
    }
  });
  if (makes_by_name) makes_by_name_[project.layers().of_module(reader.module)] = true;
}

void LeftOvers::mark(const Project& project) {
  const inference::Layers& layers = project.layers();
  const auto may_be_made = [&](const Definition& definition) {
    const std::uint32_t about = layers.of_module(definition.module);
    for (std::uint32_t from = 0; from < makes_by_name_.size(); ++from) {
      if (makes_by_name_[from] && layers.sees(from, about)) return true;
    }
    return false;
  };
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    if (of_function_[number] == kNowhere) continue;
    const Definition& definition = definitions_[of_function_[number]];
    if (!definition.is_referred_to && !(definition.is_class && may_be_made(definition))) left_over_[number] = true;
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
