#include "analyzer/context/left_over.h"

#include <algorithm>
#include <string>

#include "analyzer/context/lookups.h"
#include "analyzer/flow/main_guard.h"
#include "analyzer/model/walk.h"

namespace syncfree::context {

using inference::ClassInfo;
using inference::FunctionInfo;
using inference::kNowhere;
using inference::ModuleInfo;
using inference::Project;

namespace {

bool is_own(const Project& project, std::span<const model::Symbol> path) {
  if (path.empty()) return true;
  const auto modules = project.modules();
  const std::uint32_t found = project.find_module(project.symbols().text(path.front()));
  return found < modules.size() && !modules[found].input.is_library;
}

/// By layer: programs import it. Those of tests say nothing of that.
std::vector<bool> below(const inference::Layers& layers, const std::vector<Heat>& programs) {
  std::vector<bool> is_below(programs.size(), false);
  for (std::uint32_t program = 0; program < programs.size(); ++program) {
    if (programs[program] == Heat::kHot || layers.all()[program].is_test) continue;
    for (std::uint32_t other = 0; other < program; ++other) {
      const bool is_own = !layers.all()[other].is_library && programs[other] == Heat::kHot;
      if (is_own && layers.sees(program, other)) is_below[other] = true;
    }
  }
  return is_below;
}

/// The full name of the module after `from`.
std::string path_of(const Project& project, std::uint32_t module, const model::ImportFrom& from) {
  const inference::ModuleInput& input = project.modules()[module].input;
  std::string path = from.level == 0 ? std::string() : input.name;
  for (std::uint32_t up = input.is_package ? 1 : 0; up < from.level; ++up)
    path.resize(path.rfind('.') == std::string::npos ? 0 : path.rfind('.'));
  for (const model::Symbol part : from.module) {
    if (!path.empty()) path += '.';
    path += project.symbols().text(part);
  }
  return path;
}

/// `from .losses import mse`, of a module that is there.
bool is_from_project(const Project& project, std::uint32_t module, const model::ImportFrom& from) {
  if (from.level == 0) return is_own(project, from.module);
  return from.module.empty() || static_cast<bool>(project.find(path_of(project, module, from)));
}

/// `__all__ = ["mse"]`, `__all__ += [...]`: what it names is there for others.
bool lists_names(const model::Statement& statement, const model::SymbolTable& symbols) {
  const auto is_list = [&](const model::Expression* target) { return symbols.text(last_name(*target)) == "__all__"; };
  if (const auto* assign = statement.get_if<model::Assign>()) return std::ranges::any_of(assign->targets, is_list);
  const auto* update = statement.get_if<model::AugmentedAssign>();
  return update != nullptr && is_list(update->target);
}

/// `project` of `project.models.build`
const model::Name* root_of_path(const model::Expression& object) {
  const model::Expression* at = &object;
  while (const auto* attribute = at->get_if<model::Attribute>()) at = attribute->object;
  return at->get_if<model::Name>();
}

/// A base of the project may keep a list of the classes below it.
bool may_be_listed(const Project& project, const ClassInfo& info) {
  const model::Symbol hook = project.symbols().find("__init_subclass__");
  return std::ranges::any_of(info.ancestors, [&](std::uint32_t ancestor) {
    const ClassInfo& base = project.classes()[ancestor];
    const auto is_setting = [](const model::Argument& argument) { return static_cast<bool>(argument.keyword); };
    return base.has_unknown_base || (hook && base.methods.find(hook) != nullptr) ||
           std::ranges::any_of(base.definition->bases, is_setting);
  });
}

}  // namespace

LeftOvers::LeftOvers(const Project& project, const std::vector<Heat>& programs) : most_in_layer_(programs) {
  most_.assign(project.functions().size(), Heat::kHot);
  mark_replaced(project);
  if (std::ranges::all_of(programs, [](Heat most) { return most == Heat::kHot; })) return;
  is_below_ = below(project.layers(), programs);
  for (std::size_t layer = 0; layer < programs.size(); ++layer) {
    if (is_below_[layer]) most_in_layer_[layer] = Heat::kWarm;
  }
  find_candidates(project);
  if (by_name_.empty()) return;
  makes_by_name_.assign(project.layers().all().size(), false);
  looked_into_.assign(project.modules().size(), Looked::kNo);
  find_own_parts(project);
  for_nothing_ = classes_kept_for_nothing(project);
  std::vector<Reader> readers;
  for (std::uint32_t module = 0; module < project.modules().size(); ++module)
    read_imports(readers.emplace_back(Reader{.project = project, .module = module}));
  for (Reader& reader : readers) read_uses(reader);
  look_through(readers);
  for (const Reader& reader : readers) {
    if (looked_into_[reader.module] != Looked::kNo) refer_to_all_imported(reader);
  }
  mark(project);
  mark_nested(project);
}

std::uint32_t LeftOvers::add(const Project& project, model::Symbol name, Definition definition) {
  const auto number = static_cast<std::uint32_t>(definitions_.size());
  by_name_[name.id].push_back(number);
  const std::string_view module = project.modules()[definition.module].input.name;
  stems_.try_emplace(definition.module, project.symbols().find(module.substr(module.rfind('.') + 1)).id);
  definitions_.push_back(std::move(definition));
  return number;
}

void LeftOvers::find_candidates(const Project& project) {
  const auto most_in = [&](std::uint32_t module) { return most_in_layer_[project.layers().of_module(module)]; };
  of_function_.assign(project.functions().size(), kNowhere);
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const FunctionInfo& info = project.functions()[number];
    const bool is_plain = info.owner == kNowhere && info.function->enclosing == nullptr && info.function->name &&
                          keeps_no_list(info.function->decorators, project.symbols());
    if (!is_plain || most_in(info.module) == Heat::kHot) continue;
    of_function_[number] =
        add(project, info.function->name, {.module = info.module, .is_class = false, .most = most_in(info.module)});
  }
  of_class_.assign(project.classes().size(), kNowhere);
  for (std::uint32_t klass = 0; klass < project.classes().size(); ++klass) {
    const ClassInfo& info = project.classes()[klass];
    const Heat most = most_in(info.module);
    const bool is_alone = info.ancestors.size() == 1 && !info.has_unknown_base;
    const bool is_plain = info.definition->name && info.definition->owner == nullptr &&
                          info.definition->enclosing == nullptr &&
                          keeps_no_list(info.definition->decorators, project.symbols()) &&
                          (is_alone || (most == Heat::kWarm && !may_be_listed(project, info)));
    if (!is_plain || most == Heat::kHot) continue;
    of_class_[klass] =
        add(project, info.definition->name, {.module = info.module, .is_class = true, .most = most_in(info.module)});
  }
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const std::uint32_t owner = project.functions()[number].owner;
    if (owner != kNowhere) of_function_[number] = of_class_[owner];
  }
  find_methods(project);
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
    if (definition.is_referred_to || !layers.sees(from, about) || !layers.decides(from, about)) continue;
    if (!refers(definition)) continue;
    if (reader.inside == kNowhere) {
      definition.is_referred_to = true;
    } else {
      definitions_[reader.inside].refers_to.push_back(number);
    }
  }
}

/// Of their places, too: a folder without an `__init__` is no part of a module's name.
void LeftOvers::find_own_parts(const Project& project) {
  const auto add_parts = [&](std::string_view path) {
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t end = std::min(path.find_first_of("./", at), path.size());
      own_parts_.insert(project.symbols().find(path.substr(at, end - at)).id);
      at = end + 1;
    }
  };
  for (const ModuleInfo& module : project.modules()) {
    if (module.input.is_library) continue;
    add_parts(module.input.name);
    add_parts(module.input.place);
  }
}

/// Of a package that nothing of the project is in. A path that does not begin where the project was read may still lead
/// there.
bool LeftOvers::is_foreign(const model::ImportFrom& from) const {
  return from.level == 0 && !from.module.empty() && !own_parts_.contains(from.module.front().id);
}

/// What the imports of a module name: `losses` and `mse` of `from .losses import mse`.
void LeftOvers::read_imports(Reader& reader) {
  const Project& project = reader.project;
  Imports& imports = reader.imports;
  const auto add_path = [&](std::span<const model::Symbol> path) {
    for (const model::Symbol part : path) imports.names.insert(part.id);
  };
  const auto add_name = [&](const model::ImportedName& name, bool is_of_project) {
    add_path(name.path);
    const model::Symbol local = name.alias ? name.alias : name.path.back();
    if (name.alias) imports.renamed[name.alias.id] = name.path.back().id;
    if (!is_of_project) return;
    imports.own.insert(local.id);
    const inference::Target target = project.resolve(reader.module, local);
    if (target.kind == inference::TargetKind::kModule) imports.modules.push_back(target.index);
  };
  const auto add_all = [&](const model::ImportFrom& from) {
    const inference::Target target = project.find(path_of(project, reader.module, from));
    if (target.kind == inference::TargetKind::kModule) imports.spread.push_back(target.index);
    if (!from.module.empty()) spread_[from.module.back().id].push_back(project.layers().of_module(reader.module));
  };
  Symbols bound;
  const auto read = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (const auto* whole = statement->get_if<model::Import>()) {
        for (const model::ImportedName& name : whole->names) {
          add_name(name, is_own(project, name.path));
          const inference::Target target = project.imported(reader.module, name.path, name.path.size());
          if (target.kind == inference::TargetKind::kModule) imports.modules.push_back(target.index);
        }
      }
      if (const auto* from = statement->get_if<model::ImportFrom>()) {
        add_path(from->module);
        if (from->is_star) add_all(*from);
        for (const model::ImportedName& name : from->names) {
          const model::Symbol local = name.alias ? name.alias : name.path.front();
          if (!bound.insert(local.id).second) imports.several.insert(local.id);
          if (is_foreign(*from)) {
            imports.foreign.insert(local.id);
            continue;
          }
          add_name(name, is_from_project(project, reader.module, *from));
          take(reader, local, name.path.front());
        }
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  read(read, project.modules()[reader.module].input.module->body);
  for (const auto& [name, _] : imports.taken) imports.foreign.erase(name);
}

/// Its name may come from `from module import *`.
bool LeftOvers::is_spread(const Project& project, const Definition& definition) const {
  const auto found = spread_.find(stems_.at(definition.module));
  const std::uint32_t about = project.layers().of_module(definition.module);
  return found != spread_.end() &&
         std::ranges::any_of(found->second, [&](std::uint32_t from) { return project.layers().sees(from, about); });
}

/// Few names are given to several imports, as where one of them may fail.
void LeftOvers::take(Reader& reader, model::Symbol name, model::Symbol original) {
  constexpr std::size_t kMostOfOneName = 4;
  auto& taken = reader.imports.taken;
  const auto [first, last] = taken.equal_range(name.id);
  if (std::any_of(first, last, [&](const auto& known) { return known.second == original; })) return;
  if (std::distance(first, last) < static_cast<std::ptrdiff_t>(kMostOfOneName)) {
    taken.emplace(name.id, original);
  } else {
    refer_to_imported(reader, name, original);
  }
}

/// A function that is imported may be any of that name, since packages hand names on; a class has been looked at by its
/// name, unless it got another one.
void LeftOvers::refer_to_imported(const Reader& reader, model::Symbol name, model::Symbol original) {
  refer_to(reader, original, [&](const Definition& definition) {
    return !definition.is_method && (original != name || !definition.is_class);
  });
}

void LeftOvers::refer_to_all_imported(const Reader& reader) {
  for (const auto& [_, original] : reader.imports.taken)
    refer_to(reader, original, [](const Definition&) { return true; });
}

/// A variable means a function of its own module, or what an import gave it; and any class of that name. What another
/// package gave it is nothing of the project's.
void LeftOvers::read_name(Reader& reader, model::Symbol name) {
  const auto [named, is_new] = reader.named.try_emplace(name.id, reader.inside);
  if (!is_new && named->second == reader.inside) return;
  named->second = reader.inside;
  const auto [first, last] = reader.imports.taken.equal_range(name.id);
  for (auto taken = first; taken != last; ++taken) refer_to_imported(reader, name, taken->second);
  const bool is_foreign = reader.imports.foreign.contains(name.id);
  refer_to(reader, name, [&](const Definition& definition) {
    if (definition.module == reader.module) return true;
    if (is_foreign || definition.is_method) return false;
    return definition.is_class || is_spread(reader.project, definition) || reader.imports.renamed.contains(name.id);
  });
}

/// An attribute means a function of a module that is imported, and that stands before it: `torch.solve` means no
/// `solve` of a module `linear`, and `model.train` none of a module `utils`.
void LeftOvers::read_attribute(const Reader& reader, const model::Expression& expression,
                               const model::Attribute& attribute) {
  const Imports& imports = reader.imports;
  const std::uint32_t written = last_name(*attribute.object).id;
  // `ops.scale` of `from project import ops`, which defines it: no `scale` of another module.
  if (const inference::Target target = reader.project.resolve(reader.module, expression);
      target.kind == inference::TargetKind::kFunction && !imports.several.contains(written)) {
    const std::uint32_t module = reader.project.functions()[target.index].module;
    return refer_to(reader, attribute.name, [&](const Definition& definition) {
      return definition.module == module || definition.is_class || definition.is_method;
    });
  }
  const auto renamed = imports.renamed.find(written);
  const std::uint32_t object = renamed == imports.renamed.end() ? written : renamed->second;
  // `import project`, and then `project.models.build`
  const auto is_below_package = [&] {
    const model::Name* root = root_of_path(*attribute.object);
    if (root == nullptr || root->name.id == written || !imports.own.contains(root->name.id)) return false;
    const inference::TargetKind kind = reader.project.resolve(reader.module, root->name).kind;
    return kind == inference::TargetKind::kModule || kind == inference::TargetKind::kFolder;
  };
  refer_to(reader, attribute.name, [&](const Definition& definition) {
    const std::uint32_t stem = stems_.at(definition.module);
    const bool is_meant = definition.module != reader.module && imports.names.contains(object) &&
                          (object == stem || imports.own.contains(written));
    return definition.is_class || definition.is_method || is_meant || is_spread(reader.project, definition) ||
           (definition.module != reader.module && is_below_package());
  });
}

/// Somebody takes all names of it.
bool LeftOvers::is_spread_module(const Reader& reader) const {
  const std::string_view name = reader.project.modules()[reader.module].input.name;
  return spread_.contains(reader.project.symbols().find(name.substr(name.rfind('.') + 1)).id);
}

/// Others find in it what it imports: in a package, and in what somebody takes all names of. Below a program, those who
/// take it by its own name name it; those of another package may not be in sight.
void LeftOvers::hand_on_imports(const Reader& reader) {
  const inference::Layers& layers = reader.project.layers();
  const bool is_spread = is_spread_module(reader);
  const bool is_shown = reader.project.modules()[reader.module].input.is_package;
  if (!is_spread && !is_shown) return;
  const std::uint32_t layer = layers.of_module(reader.module);
  for (const auto& [name, original] : reader.imports.taken) {
    const bool is_renamed = original.id != name;
    refer_to(reader, original, [&](const Definition& definition) {
      if (is_shown && definition.most == Heat::kCold) return true;
      const bool may_be_taken =
          is_spread || is_renamed || definition.most == Heat::kCold || layers.of_module(definition.module) != layer;
      return may_be_taken && (is_renamed || !definition.is_class);
    });
  }
}

/// A class may be looked up by its name, or by its path. A function below programs needs more than a word that happens
/// to be its name.
void LeftOvers::read_text(const Reader& reader, std::string_view text, bool is_name) {
  const std::string_view last = text.substr(text.find_last_of(".:/") + 1);
  const bool is_path = is_name || text.find_first_of(".:") != std::string_view::npos;
  if (const model::Symbol name = reader.project.symbols().find(last)) {
    refer_to(reader, name, [&](const Definition& definition) {
      return definition.is_class || definition.is_method || definition.most == Heat::kCold || is_path;
    });
  }
}

/// Each definition by itself: what only left-over code refers to is left over too. What a module below programs does
/// when it is run by itself tries it out.
void LeftOvers::read_uses(Reader& reader) {
  const Project& project = reader.project;
  const ModuleInfo& module = project.modules()[reader.module];
  const model::Block body = module.input.module->body;
  hand_on_imports(reader);
  const bool is_below = is_below_[project.layers().of_module(reader.module)];
  const model::If* tryout = is_below ? flow::main_guard(body, project.symbols()) : nullptr;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == tryout || (is_below && lists_names(*body[i], project.symbols()))) continue;
    reader.inside = kNowhere;
    if (const auto* function = body[i]->get_if<model::Function>()) {
      reader.inside = of_function_[module.first_function + function->id];
    } else if (const auto* definition = body[i]->get_if<model::Class>()) {
      reader.inside = of_class_[module.first_class + definition->id];
      read_class(reader, *definition);
      continue;
    }
    read_part(reader, body.subspan(i, 1));
  }
  reader.inside = kNowhere;
}

void LeftOvers::read_part(Reader& reader, model::Block part) {
  model::walk_expressions(part, [&](const model::Expression& expression) { read_expression(reader, expression); });
}

void LeftOvers::read_expression(Reader& reader, const model::Expression& expression) {
  if (for_nothing_.contains(&expression)) return;
  const Project& project = reader.project;
  const ModuleInfo& module = project.modules()[reader.module];
  const model::SymbolTable& symbols = project.symbols();
  bool makes_by_name = false;
  if (const auto* name = expression.get_if<model::Name>()) {
    read_name(reader, name->name);
  } else if (const auto* attribute = expression.get_if<model::Attribute>()) {
    read_attribute(reader, expression, *attribute);
    makes_by_name = symbols.text(attribute->name) == "__subclasses__";
  } else if (const auto* constant = expression.get_if<model::Constant>()) {
    if (constant->constant == model::ConstantKind::kString) read_text(reader, constant->text, false);
  } else if (const auto* call = expression.get_if<model::Call>()) {
    makes_by_name = looks_up_by_name(*call, symbols);
    if (evaluates_text(*call, symbols)) look_into(reader.module, true);
    if (const model::Constant* given = name_for_getattr(*call, symbols)) read_text(reader, given->text, true);
  }
  if (const model::Expression* object = table_of_names(expression, symbols))
    makes_by_name |= look_into_named(reader, *object);
  if (offers_all_functions(expression, symbols)) refer_to_all_functions(reader);
  if (calls_globals(expression, symbols)) look_into(reader.module, module.input.is_package);
  if (makes_by_name) makes_by_name_[project.layers().of_module(reader.module)] = true;
}

/// What an import gives otherwise is an object or a class. Gives whether it makes objects of classes by their names.
bool LeftOvers::look_into_named(const Reader& reader, const model::Expression& object) {
  const Project& project = reader.project;
  const model::Symbol name = last_name(object);
  if (!reader.imports.own.contains(name.id)) return false;
  const inference::Target target = project.resolve(reader.module, name);
  if (target.kind == inference::TargetKind::kModule)
    look_into(target.index, project.modules()[target.index].input.is_package);
  const bool is_known = project.modules()[reader.module].bindings.find(name) != nullptr;
  return target.kind == inference::TargetKind::kFolder || !is_known;  // or imported within a function
}

/// `through_modules`: also into what it imports. The modules of a package are found in it, and a text that is evaluated
/// may name them: `eval("models.Net")`.
void LeftOvers::look_into(std::uint32_t module, bool through_modules) {
  looked_into_[module] = std::max(looked_into_[module], through_modules ? Looked::kThrough : Looked::kInto);
}

void LeftOvers::look_through(const std::vector<Reader>& readers) {
  std::vector<std::uint32_t> todo;
  for (std::uint32_t module = 0; module < looked_into_.size(); ++module) {
    if (looked_into_[module] != Looked::kNo) todo.push_back(module);
  }
  const auto look = [&](std::uint32_t module, bool through_modules) {
    const Looked before = looked_into_[module];
    look_into(module, through_modules);
    if (looked_into_[module] != before) todo.push_back(module);
  };
  while (!todo.empty()) {
    const std::uint32_t module = todo.back();
    todo.pop_back();
    const Imports& imports = readers[module].imports;
    const bool is_through = looked_into_[module] == Looked::kThrough;
    for (const std::uint32_t other : imports.spread) look(other, is_through);
    if (!is_through) continue;
    for (const std::uint32_t other : imports.modules)
      look(other, readers[other].project.modules()[other].input.is_package);
  }
}

void LeftOvers::follow_references() {
  std::vector<std::uint32_t> todo;
  for (std::uint32_t number = 0; number < definitions_.size(); ++number) {
    if (is_reached(number)) todo.push_back(number);
  }
  while (!todo.empty()) {
    const std::uint32_t number = todo.back();
    todo.pop_back();
    for (const std::uint32_t other : definitions_[number].refers_to) {
      if (definitions_[other].is_referred_to) continue;
      definitions_[other].is_referred_to = true;
      if (!is_reached(other)) continue;
      todo.push_back(other);
      // What named its methods did so before it was known that there are such objects.
      for (const std::uint32_t method : definitions_[other].methods) {
        if (is_reached(method)) todo.push_back(method);
      }
    }
  }
}

void LeftOvers::mark(const Project& project) {
  const inference::Layers& layers = project.layers();
  std::vector<bool> may_be_made(makes_by_name_.size(), false);  // by layer
  for (std::uint32_t from = 0; from < makes_by_name_.size(); ++from) {
    if (!makes_by_name_[from]) continue;
    for (std::uint32_t about = 0; about <= from; ++about) {
      if (layers.sees(from, about) && layers.decides(from, about)) may_be_made[about] = true;
    }
  }
  for (Definition& definition : definitions_) {
    const bool is_looked_into = looked_into_[definition.module] != Looked::kNo;
    definition.is_referred_to |=
        is_looked_into && !definition.is_method && (definition.is_class || definition.most == Heat::kWarm);
    // Configurations name classes.
    definition.is_referred_to |= definition.is_class && may_be_made[layers.of_module(definition.module)];
  }
  follow_references();
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const std::uint32_t definition = of_function_[number];
    if (definition == kNowhere || is_reached(definition)) continue;
    most_[number] = std::min(most_[number], definitions_[definition].most);
  }
}

/// What a function defines runs no more often than it does.
void LeftOvers::mark_nested(const Project& project) {
  for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
    const FunctionInfo& info = project.functions()[number];
    const model::Function* outer = info.function->enclosing;
    if (outer == nullptr) continue;
    while (outer->enclosing != nullptr) outer = outer->enclosing;
    most_[number] = std::min(most_[number], most_[project.modules()[info.module].first_function + outer->id]);
  }
}

/// Of two classes of one name at the top of a module, nobody reaches the first, unless what stands between them or the
/// second itself names it.
std::vector<std::uint32_t> replaced_classes(const model::Module& module) {
  std::vector<std::uint32_t> classes;
  if (module.language != model::Language::kPython) return classes;
  const model::Block body = module.body;
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
    if (!is_named) classes.push_back(replaced.id);
  }
  return classes;
}

void LeftOvers::mark_replaced(const Project& project) {
  std::unordered_set<std::uint32_t> replaced;
  for (const ModuleInfo& module : project.modules()) {
    for (const std::uint32_t id : replaced_classes(*module.input.module)) replaced.insert(module.first_class + id);
  }
  if (replaced.empty()) return;
  for (std::uint32_t number = 0; number < project.functions().size(); ++number)
    if (replaced.contains(project.functions()[number].owner)) most_[number] = Heat::kCold;
}

}  // namespace syncfree::context
