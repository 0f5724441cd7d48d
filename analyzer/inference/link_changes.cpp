#include "analyzer/inference/link_changes.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/outline.h"
#include "analyzer/inference/same_link.h"
#include "analyzer/inference/text_callers.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

using model::Symbol;

bool is_there(const Project& project, std::uint32_t module) { return !project.modules()[module].is_hole; }

/// The last part of a module's name, which everybody writes who names it.
std::string_view stem_of(const ModuleInfo& module) {
  const std::string_view name = module.input.name;
  return name.substr(name.rfind('.') + 1);
}

/// Texts of statements outside of functions and classes that hold a name, by name. What binds a variable is among them.
using TextsByName = std::unordered_map<std::uint32_t, std::string>;

TextsByName texts_of_variables(const ModuleInfo& module) {
  TextsByName texts;
  const auto visit = [&](auto&& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      bool has_block = false;
      model::for_each_part(
          *statement, [](const model::Expression*) {},
          [&](model::Block inner) {
            has_block = true;
            self(self, inner);
          });
      if (has_block) continue;
      const std::string_view text =
          module.input.module->text.substr(statement->range.begin, statement->range.end - statement->range.begin);
      std::unordered_set<std::uint32_t> names;
      model::for_each_part(
          *statement,
          [&](const model::Expression* part) {
            model::walk(*part, [&](const model::Expression& each) {
              if (const auto* name = each.get_if<model::Name>()) names.insert(name->name.id);
            });
          },
          [](model::Block) {});
      for (const std::uint32_t name : names) texts[name].append(text).append("\n");
    }
  };
  visit(visit, module.input.module->body);
  return texts;
}

}  // namespace

class LinkComparison {
 public:
  LinkComparison(const Project& before, const Project& after) : before_(before), after_(after) {
    const std::size_t count = after.modules().size();
    names_of_.resize(count);
    is_redone_.resize(count, false);
    is_edited_.resize(count, false);
  }

  LinkChanges changes() {
    for (std::uint32_t module = 0; module < names_of_.size(); ++module) compare(module);
    while (pass_on()) {
    }
    compare_methods();
    compare_children();
    redo_who_names();
    for (std::uint32_t module = 0; module < names_of_.size(); ++module) {
      for (const std::uint32_t name : names_of_[module]) changes_.names.push_back(Symbol{name});
      if (!is_there(after_, module) || !is_redone_[module]) continue;
      changes_.redone.push_back(module);
      if (is_edited_[module] && keeps_definitions(module)) changes_.edited.push_back(module);
    }
    return std::move(changes_);
  }

 private:
  bool keeps_definitions(std::uint32_t module) const {
    return before_.modules()[module].first_function == after_.modules()[module].first_function &&
           before_.modules()[module].first_class == after_.modules()[module].first_class;
  }

  void compare(std::uint32_t module) {
    const bool was_there = is_there(before_, module);
    if (!was_there && !is_there(after_, module)) return;
    compare_classes(module);
    if (was_there != is_there(after_, module)) {
      const ModuleInfo& only = (was_there ? before_ : after_).modules()[module];
      come_and_gone_.push_back(stem_of(only));
      if (const Symbol stem = after_.symbols().find(stem_of(only))) changes_.names.push_back(stem);
      is_redone_[module] = true;
      return;
    }
    const ModuleInfo& old = before_.modules()[module];
    const ModuleInfo& now = after_.modules()[module];
    const auto& old_imports = before_.imports_[module];
    const auto& now_imports = after_.imports_[module];
    auto& names = names_of_[module];
    add_different(old.bindings, now.bindings, names);
    add_different(old_imports.names, now_imports.names, names);
    const bool has_other_stars = !(old_imports.stars == now_imports.stars);
    if (has_other_stars) {  // any name may come from there
      for (const auto* bindings : {&old.bindings, &now.bindings})
        for (std::size_t i = 0; i < bindings->size(); ++i) names.insert(bindings->key(i).id);
    }
    is_edited_[module] = old.input.module != now.input.module;
    is_redone_[module] = is_edited_[module] || !names.empty() || has_other_stars || !is_set_up_alike(old, now) ||
                         !keeps_definitions(module);
    if (is_edited_[module]) add_changed_variables(old, now, names);
    if (is_edited_[module] && !begins_as(old.scope, now.scope)) add_variables(old, names);
  }

  static bool is_set_up_alike(const ModuleInfo& a, const ModuleInfo& b) {
    return a.sets_default_device == b.sets_default_device && a.default_device == b.default_device &&
           a.validation == b.validation && a.tests_gradients == b.tests_gradients &&
           a.needs_other_accelerator == b.needs_other_accelerator && a.stays_on_cpu == b.stays_on_cpu &&
           a.may_be_scripted == b.may_be_scripted && a.measured == b.measured && a.place == b.place &&
           a.in_package == b.in_package;
  }

  template <class Map>
  static void add_different(const Map& a, const Map& b, std::unordered_set<std::uint32_t>& names) {
    const auto add = [&](const Map& one, const Map& other) {
      for (std::size_t i = 0; i < one.size(); ++i) {
        const auto* found = other.find(one.key(i));
        if (found == nullptr || !(*found == one.value(i))) names.insert(one.key(i).id);
      }
    };
    add(a, b);
    add(b, a);
  }

  /// Others store into variables by their slots.
  static bool begins_as(const Scope& before, const Scope& after) {
    if (before.size() > after.size()) return false;
    for (std::uint32_t slot = 0; slot < before.size(); ++slot) {
      if (!(before.name(slot) == after.name(slot))) return false;
    }
    return true;
  }

  static void add_variables(const ModuleInfo& module, std::unordered_set<std::uint32_t>& names) {
    for (std::size_t i = 0; i < module.bindings.size(); ++i) {
      if (module.bindings.value(i).kind == TargetKind::kVariable) names.insert(module.bindings.key(i).id);
    }
  }

  static void add_changed_variables(const ModuleInfo& old, const ModuleInfo& now,
                                    std::unordered_set<std::uint32_t>& names) {
    const TextsByName before = texts_of_variables(old);
    const TextsByName after = texts_of_variables(now);
    for (std::size_t i = 0; i < now.bindings.size(); ++i) {
      if (now.bindings.value(i).kind != TargetKind::kVariable) continue;
      const std::uint32_t name = now.bindings.key(i).id;
      const auto was = before.find(name);
      const auto is = after.find(name);
      if (was == before.end() ? is != after.end() : is == after.end() || is->second != was->second) names.insert(name);
    }
  }

  /// Classes at the top of modules (Declared::instance_by_name).
  void compare_classes(std::uint32_t module) {
    std::unordered_map<std::uint32_t, int> of_number;
    const auto add = [&](const Project& project, int by) {
      const ModuleInfo& info = project.modules()[module];
      for (const model::Class* definition : info.input.module->classes) {
        if (definition->owner == nullptr && definition->enclosing == nullptr)
          of_number[info.first_class + definition->id] += by;
      }
    };
    add(before_, 1);
    add(after_, -1);
    for (const auto& [number, count] : of_number) {
      if (count != 0) changes_.classes.push_back((count > 0 ? before_ : after_).classes()[number].definition->name);
    }
  }

  /// What a module says of a name of another one, it says too. True if somebody says something else that was not known.
  bool pass_on() {
    bool is_more = false;
    const auto add = [&](std::uint32_t to, std::uint32_t name) { is_more |= names_of_[to].insert(name).second; };
    for (const std::uint32_t module : after_.order()) {
      const auto& bindings = after_.modules()[module].bindings;
      for (std::size_t i = 0; i < bindings.size(); ++i) {
        const Target& target = bindings.value(i);
        if (target.kind == TargetKind::kVariable && target.index != module &&
            names_of_[target.index].contains(target.name.id))
          add(module, bindings.key(i).id);
      }
      for (const Target& star : after_.imports_[module].stars) {
        if (star.kind != TargetKind::kModule || star.index == module) continue;
        const auto names = names_of_[star.index];
        for (const std::uint32_t name : names) {
          if (!bindings.contains(Symbol{name})) add(module, name);
        }
      }
    }
    return is_more;
  }

  /// Methods that are known by their name alone.
  void compare_methods() {
    std::unordered_set<std::uint32_t> only;
    add_different(before_.only_methods_, after_.only_methods_, only);
    for (const std::uint32_t name : only) only_methods_.push_back(after_.symbols().text(Symbol{name}));
    const auto layers_of = [](const Project& project, const std::vector<std::uint32_t>* modules) {
      std::vector<std::uint32_t> layers;
      for (std::size_t i = 0; modules != nullptr && i < modules->size(); ++i)
        layers.push_back(project.layers().of_module((*modules)[i]));
      std::ranges::sort(layers);
      const auto repeated = std::ranges::unique(layers);
      layers.erase(repeated.begin(), repeated.end());
      return layers;
    };
    const auto compare = [&](const Project& one, const Project& other) {
      for (std::size_t i = 0; i < one.own_methods_.size(); ++i) {
        const Symbol name = one.own_methods_.key(i);
        if (layers_of(one, &one.own_methods_.value(i)) != layers_of(other, other.own_methods_.find(name)))
          changes_.names.push_back(name);
      }
    };
    compare(before_, after_);
    compare(after_, before_);
  }

  void compare_children() {
    for (std::uint32_t klass = 0; klass < after_.classes().size(); ++klass) {
      if (before_.classes()[klass].children != after_.classes()[klass].children) changes_.parents.push_back(klass);
    }
  }

  void redo_who_names() {
    std::vector<std::uint32_t> different;
    for (std::uint32_t module = 0; module < names_of_.size(); ++module) {
      if (!names_of_[module].empty()) different.push_back(module);
    }
    for (const std::uint32_t module : after_.order()) {
      if (is_redone_[module]) continue;
      const std::string_view text = after_.modules()[module].input.module->text;
      const auto is_named = [&](std::string_view word) { return has_word(text, word); };
      is_redone_[module] = std::ranges::any_of(come_and_gone_, is_named) ||
                           std::ranges::any_of(only_methods_, is_named) ||
                           std::ranges::any_of(different, [&](std::uint32_t other) {
                             return may_name(module, other, text) && names_some(text, names_of_[other]);
                           });
    }
  }

  bool names_some(std::string_view text, const std::unordered_set<std::uint32_t>& names) const {
    return std::ranges::any_of(names,
                               [&](std::uint32_t name) { return has_word(text, after_.symbols().text(Symbol{name})); });
  }

  /// Some expression of the module may mean the other module.
  bool may_name(std::uint32_t module, std::uint32_t other, std::string_view text) const {
    const auto is_other = [&](const Target& target) {
      return (target.kind == TargetKind::kModule || target.kind == TargetKind::kVariable) && target.index == other;
    };
    for (const Project* project : {&before_, &after_}) {
      if (!is_there(*project, module)) continue;
      const auto& bindings = project->modules()[module].bindings;
      for (std::size_t i = 0; i < bindings.size(); ++i) {
        if (is_other(bindings.value(i))) return true;
      }
      if (std::ranges::any_of(project->imports_[module].stars, is_other)) return true;
      if (is_there(*project, other) && has_word(text, stem_of(project->modules()[other]))) return true;
    }
    return false;
  }

  const Project& before_;
  const Project& after_;
  LinkChanges changes_;
  std::vector<std::unordered_set<std::uint32_t>> names_of_;  ///< by module: of which it says something else
  std::vector<bool> is_redone_, is_edited_;                  ///< by module
  std::vector<std::string_view> come_and_gone_;              ///< last parts of the names of modules
  std::vector<std::string_view> only_methods_;
};

LinkChanges link_changes(const Project& before, const Project& after) {
  return LinkComparison(before, after).changes();
}

namespace {

/// The functions and classes that both have are the same ones, as far as places and names say.
bool are_defined_alike(const model::Module& before, const model::Module& after) {
  const auto is_same_place = [](const auto* a, const auto* b) {
    return (a == nullptr) == (b == nullptr) && (a == nullptr || a->id == b->id);
  };
  const auto is_same = [&](const auto* a, const auto* b) {
    return a->name == b->name && is_same_place(a->owner, b->owner) && is_same_place(a->enclosing, b->enclosing);
  };
  const auto are_alike = [&](const auto& one, const auto& other) {
    const std::size_t count = std::min(one.size(), other.size());
    return std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(count), other.begin(), is_same);
  };
  return are_alike(before.functions, after.functions) && are_alike(before.classes, after.classes);
}

/// Whether what others read of the definitions of a module, by their numbers, is as it was.
class Definitions {
 public:
  Definitions(const Project& before, const Project& after) : before_(before), after_(after) {}

  bool are_alike(std::uint32_t module) const {
    const ModuleInfo& old = before_.modules()[module];
    const ModuleInfo& now = after_.modules()[module];
    const model::Module& old_text = *old.input.module;
    const model::Module& now_text = *now.input.module;
    const bool is_edited = &old_text != &now_text;
    for (std::size_t i = 0; i < std::min(old_text.functions.size(), now_text.functions.size()); ++i) {
      const FunctionInfo& a = before_.functions()[old.first_function + i];
      const FunctionInfo& b = after_.functions()[now.first_function + i];
      if (!is_same_function(a, b) || (is_edited && !are_headed_alike(old_text, a, now_text, b))) return false;
    }
    for (std::size_t i = 0; i < std::min(old_text.classes.size(), now_text.classes.size()); ++i) {
      const ClassInfo& a = before_.classes()[old.first_class + i];
      const ClassInfo& b = after_.classes()[now.first_class + i];
      if (!is_same_class(a, b)) return false;
      if (is_edited && outline_of(old_text, a.definition->range) != outline_of(now_text, b.definition->range))
        return false;
    }
    return true;
  }

 private:
  /// What no evaluation notes.
  bool are_headed_alike(const model::Module& old, const FunctionInfo& a, const model::Module& now,
                        const FunctionInfo& b) const {
    const std::string_view name = before_.symbols().text(a.function->name);
    const bool is_asked_by_name = name == "forward" || name == "to";
    if (is_asked_by_name && header_of(old, *a.function) != header_of(now, *b.function)) return false;
    const auto text_of = [](const model::Module& module, const model::Expression* part) {
      return part == nullptr ? std::string_view() : text_in(module, part->range);
    };
    const auto is_same_text = [&](const model::Expression* one, const model::Expression* other) {
      return text_of(old, one) == text_of(now, other);
    };
    const bool are_moved_alike =
        a.moves_self == nullptr || text_in(old, a.moves_self->range) == text_in(now, b.moves_self->range);
    return are_moved_alike && begin_alike(*a.function, *b.function) &&
           a.function->is_generator == b.function->is_generator && a.function->is_async == b.function->is_async &&
           std::ranges::equal(a.function->decorators, b.function->decorators, is_same_text) &&
           is_same_text(flow::short_answer(*a.function), flow::short_answer(*b.function));
  }

  const Project& before_;
  const Project& after_;
};

}  // namespace

std::vector<NumberedBefore> numbered_by_text(const Project& before, std::span<const ModuleInput> inputs) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> known;  // ranks, by name
  for (std::size_t rank = 0; rank < before.order().size(); ++rank)
    known[before.modules()[before.order()[rank]].input.name].push_back(rank);
  std::vector<NumberedBefore> numbered;
  for (const ModuleInput& input : inputs) {
    NumberedBefore& now = numbered.emplace_back(NumberedBefore{input.module, nullptr, false});
    const auto found = known.find(input.name);
    if (found == known.end()) continue;
    for (const std::size_t rank : found->second) {
      const ModuleNumbers& numbers = before.numbers().modules[rank];
      const ModuleInput& old = before.modules()[numbers.module].input;
      if (!is_same_input(old, input)) continue;
      now.before = &numbers;
      now.keeps_definitions =
          input.module == old.module ||
          (input.module->functions.size() <= numbers.functions.count &&
           input.module->classes.size() <= numbers.classes.count && are_defined_alike(*old.module, *input.module));
      break;
    }
  }
  return numbered;
}

bool leave_what_differs(const Project& before, const Project& after, std::vector<NumberedBefore>& numbered) {
  const Definitions definitions(before, after);
  std::vector<bool> is_left(after.modules().size(), false);
  bool is_any = false;
  const auto leave = [&](NumberedBefore& each) {
    each.keeps_definitions = false;
    is_left[each.before->module] = true;
    is_any = true;
  };
  for (NumberedBefore& each : numbered) {
    if (each.before != nullptr && each.keeps_definitions && !definitions.are_alike(each.before->module)) leave(each);
  }
  // What derives from a class of another number has other ancestors.
  for (bool is_more = is_any; is_more;) {
    is_more = false;
    for (NumberedBefore& each : numbered) {
      if (each.before == nullptr || !each.keeps_definitions) continue;
      const ModuleInfo& module = after.modules()[each.before->module];
      const auto classes = after.classes().subspan(module.first_class, module.input.module->classes.size());
      const bool derives = std::ranges::any_of(classes, [&](const ClassInfo& info) {
        return std::ranges::any_of(info.ancestors,
                                   [&](std::uint32_t above) { return is_left[after.classes()[above].module]; });
      });
      if (!derives) continue;
      leave(each);
      is_more = true;
    }
  }
  return is_any;
}

}  // namespace syncfree::inference
