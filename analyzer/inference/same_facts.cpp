#include "analyzer/inference/same_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/handed_on.h"
#include "analyzer/inference/mentioned_names.h"
#include "analyzer/inference/outline.h"
#include "analyzer/inference/stored_calls.h"
#include "analyzer/inference/text_callers.h"

namespace syncfree::inference {

namespace {

using model::Symbol;

/// What a function that does little else gives back: whether it seldom holds decides where it is asked (flow/seldom.h).
std::string_view short_answer(const model::Module& module, const model::Function& function) {
  const model::Expression* answer = flow::short_answer(function);
  return answer == nullptr ? std::string_view() : text_in(module, answer->range);
}

std::unordered_set<Symbol> stored_calls(const model::Function& function) {
  std::unordered_set<Symbol> names;
  for_each_stored_call(function.body, [&](Symbol name) { names.insert(name); });
  return names;
}

class Comparison {
 public:
  Comparison(const ReadProject& before, const ReadProject& after, NotedInText& different)
      : before_(before), after_(after), different_(different), callers_(after.project) {}

  /// Whose text calls what the text of others says other things of; those whose callers are to be looked at in turn.
  void follow_callers(std::span<const std::uint32_t> changed) {
    std::unordered_set<std::uint32_t> seen(changed.begin(), changed.end());
    while (!used_otherwise_.empty()) {
      const std::uint32_t function = used_otherwise_.back();
      used_otherwise_.pop_back();
      for (const std::uint32_t module : callers_.of(function)) {
        if (!seen.insert(module).second) continue;
        different_.callers.push_back(module);
        const ModuleInfo& info = after_.project.modules()[module];
        for (std::uint32_t i = 0; i < info.input.module->functions.size(); ++i)
          compare_parameters(info.first_function + i, false);
      }
    }
  }

  bool is_alike(std::uint32_t number) {
    const ModuleInfo& old_info = before_.project.modules()[number];
    const ModuleInfo& new_info = after_.project.modules()[number];
    const model::Module& before = *old_info.input.module;
    const model::Module& after = *new_info.input.module;
    const auto signatures = changed_signatures(before, after);
    if (before.language != model::Language::kPython || !signatures || !speaks_alike(number)) return false;
    std::vector<bool> is_other(before.functions.size(), false);
    for (const std::uint32_t function : *signatures) {
      if (!is_noted_alone(new_info.first_function + function)) return false;
      is_other[function] = true;
    }
    for (std::uint32_t i = 0; i < before.functions.size(); ++i) {
      if (short_answer(before, *before.functions[i]) != short_answer(after, *after.functions[i])) return false;
      if (!is_function_alike(old_info.first_function + i)) return false;
      compare_parameters(old_info.first_function + i, is_other[i]);
    }
    return true;
  }

  bool is_noted(const LinkChanges& changes) {
    for (const std::uint32_t module : changes.redone) {
      if (keeps_definitions(module) && !speaks_alike(module)) return false;
    }
    for (const std::uint32_t module : changes.edited) {
      if (!compare_bodies(module)) return false;
    }
    const std::unordered_set<std::uint32_t> edited(changes.edited.begin(), changes.edited.end());
    for (const std::uint32_t module : changes.redone) {
      if (!keeps_definitions(module)) continue;
      compare_annotations(module);
      for (std::uint32_t i = 0; i < functions_of(module) && !edited.contains(module); ++i)
        compare_parameters(after_.project.modules()[module].first_function + i, false);
    }
    compare_parts(changes);
    follow_callers(changes.redone);
    return true;
  }

 private:
  bool keeps_definitions(std::uint32_t module) const {
    const ModuleInfo& before = before_.project.modules()[module];
    const ModuleInfo& after = after_.project.modules()[module];
    return !before.is_hole && !after.is_hole && before.first_function == after.first_function &&
           before.first_class == after.first_class;
  }

  /// That were there before.
  std::uint32_t functions_of(std::uint32_t module) const {
    const auto count = [&](const Project& project) { return project.modules()[module].input.module->functions.size(); };
    return static_cast<std::uint32_t>(std::min(count(before_.project), count(after_.project)));
  }

  /// Of a module with another text, whose functions and classes have the numbers that they had.
  bool compare_bodies(std::uint32_t module) {
    const ModuleInfo& info = after_.project.modules()[module];
    const model::Module& before = *before_.project.modules()[module].input.module;
    const model::Module& after = *info.input.module;
    for (std::uint32_t i = 0; i < functions_of(module); ++i) {
      const model::Function& old = *before.functions[i];
      const model::Function& now = *after.functions[i];
      if (!is_function_alike(info.first_function + i)) return false;
      compare_parameters(info.first_function + i,
                         header_of(before, old) != header_of(after, now) || old.docstring != now.docstring);
    }
    return true;
  }

  /// What class bodies say of attributes is noted by name.
  void compare_annotations(std::uint32_t module) {
    const auto count = [&](const Project& project) { return project.modules()[module].input.module->classes.size(); };
    const std::size_t classes = std::min(count(before_.project), count(after_.project));
    for (std::size_t i = 0; i < classes; ++i) {
      const std::size_t number = after_.project.modules()[module].first_class + i;
      const auto& before = before_.project.classes()[number].annotations;
      const auto& after = after_.project.classes()[number].annotations;
      for (std::size_t a = 0; a < after.size(); ++a) {
        const auto* old = before.find(after.key(a));
        if (old == nullptr ||
            !(before_.declared.annotation(module, **old) == after_.declared.annotation(module, *after.value(a))))
          different_.names.push_back(after.key(a));
      }
    }
  }

  /// Constructors that are given something that is called like an object of one of the classes.
  void compare_parts(const LinkChanges& changes) {
    if (changes.classes.empty()) return;
    const Project& project = after_.project;
    const model::Symbol init = project.symbols().find("__init__");
    std::unordered_set<Symbol> names;
    for (const Symbol klass : changes.classes) {
      for_each_name_of_instance(project.symbols().text(klass), [&](std::string_view name) {
        if (const Symbol symbol = project.symbols().find(name)) names.insert(symbol);
      });
    }
    for (const std::uint32_t module : project.order()) {
      if (!keeps_definitions(module)) continue;
      for (std::uint32_t i = 0; i < functions_of(module); ++i) {
        const FunctionInfo& info = project.functions()[project.modules()[module].first_function + i];
        if (info.owner == kNowhere || info.function->name != init) continue;
        const auto is_named = [&](const model::Parameter& each) { return names.contains(each.name); };
        if (std::ranges::any_of(info.function->parameters, is_named))
          compare_parameters(project.modules()[module].first_function + i, false);
      }
    }
  }

  /// See Declared::member_by_use.
  bool speaks_alike(std::uint32_t module) const {
    const Spoken& before = before_.uses.spoken(module);
    const Spoken& after = after_.uses.spoken(module);
    return before.torch == after.torch && before.other_arrays == after.other_arrays;
  }

  /// Some look at a signature by the name of the method, without a call: whether it takes anything (Project for
  /// `forward`, Members for `to`), and whether calls of an attribute fit the class's `forward`
  /// (Declared::instance_by_name).
  bool is_noted_alone(std::uint32_t number) const {
    const model::Function& function = *before_.project.functions()[number].function;
    const std::string_view name = after_.project.symbols().text(function.name);
    if (name != "forward" && name != "to") return true;
    const model::Function& now = *after_.project.functions()[number].function;
    return function.parameters.size() > 1 && now.parameters.size() > 1 &&
           (name == "to" || are_parts_declared_alike(number));
  }

  /// What constructors are given that is called like an object of the method's class, or of one below.
  bool are_parts_declared_alike(std::uint32_t method) const {
    const Project& project = after_.project;
    const model::Symbol init = project.symbols().find("__init__");
    std::unordered_set<Symbol> names;
    std::vector<std::uint32_t> classes;
    if (const std::uint32_t owner = project.functions()[method].owner; owner != kNowhere) classes.push_back(owner);
    std::unordered_set<std::uint32_t> seen(classes.begin(), classes.end());
    while (!classes.empty()) {
      const ClassInfo& info = project.classes()[classes.back()];
      classes.pop_back();
      for_each_name_of_instance(project.symbols().text(info.definition->name), [&](std::string_view name) {
        if (const Symbol symbol = project.symbols().find(name)) names.insert(symbol);
      });
      std::ranges::copy_if(info.children, std::back_inserter(classes),
                           [&](std::uint32_t child) { return seen.insert(child).second; });
    }
    for (std::uint32_t number = 0; number < project.functions().size(); ++number) {
      const FunctionInfo& before = before_.project.functions()[number];
      if (before.owner == kNowhere || before.function->name != init) continue;
      const std::size_t count = project.functions()[number].function->parameters.size();
      for (std::size_t i = 0; i < std::min(before.function->parameters.size(), count); ++i) {
        if (!names.contains(before.function->parameters[i].name)) continue;
        if (!(before_.declared.parameter(before, i) == after_.declared.parameter(project.functions()[number], i)))
          return false;
      }
    }
    return true;
  }

  /// What binds arguments to a function notes that; what follows its text into the function is looked for there.
  void compare_parameters(std::uint32_t number, bool is_other) {
    const FunctionInfo& before = before_.project.functions()[number];
    const FunctionInfo& after = after_.project.functions()[number];
    const auto parameters = after.function->parameters;  // nothing may be known of new ones
    bool is_read_otherwise = is_other;                   // by the text of callers
    for (int level = 0; level <= UseTable::kDeepestCalls; ++level) {
      const NameUses& now = after_.uses.of(after.module, &after, level, memory_);
      const NameUses& old = before_.uses.of(before.module, &before, level, memory_);
      if (now.says_of_parameters(old, parameters)) continue;
      is_other = true;
      is_read_otherwise |= level < UseTable::kDeepestCalls;
      // See Declared::member_by_use.
      if (after.owner != kNowhere && level == 0 && !parameters.empty())
        now.add_different_parts(old, parameters.front().name, different_.names);
    }
    for (std::size_t i = 0; i < before.function->parameters.size() && !is_other; ++i)
      is_other = !(before_.declared.parameter(before, i) == after_.declared.parameter(after, i)) ||
                 !has_same_default(before, after, i);
    is_other |= !(before_.declared.returned(before) == after_.declared.returned(after));
    if (is_other) different_.signatures.push_back(number);
    if (is_read_otherwise) used_otherwise_.push_back(number);
  }

  bool has_same_default(const FunctionInfo& before, const FunctionInfo& after, std::size_t parameter) const {
    const model::Expression* old = before.function->parameters[parameter].default_value;
    const model::Expression* now = after.function->parameters[parameter].default_value;
    if (old == nullptr || now == nullptr) return old == now;
    return before_.declared.default_value(before, *old) == after_.declared.default_value(after, *now);
  }

  bool is_function_alike(std::uint32_t number) {
    const FunctionInfo& before = before_.project.functions()[number];
    const FunctionInfo& after = after_.project.functions()[number];
    // Who reads a property in no place of its own has a call at its name.
    if (after.is_property && before.function->name_range.begin != after.function->name_range.begin)
      different_.names.push_back(after.function->name);
    if (before.moves_self != nullptr && !is_same_move(before, after)) return false;
    if (before.owner != kNowhere) {
      const auto stored_before = stored_calls(*before.function);
      const auto stored_after = stored_calls(*after.function);
      const auto add_what_lacks = [&](const std::unordered_set<Symbol>& one, const std::unordered_set<Symbol>& other) {
        std::ranges::copy_if(one, std::back_inserter(different_.names),
                             [&](Symbol name) { return !other.contains(name); });
      };
      add_what_lacks(stored_before, stored_after);
      add_what_lacks(stored_after, stored_before);
    }
    return true;
  }

  bool is_same_move(const FunctionInfo& before, const FunctionInfo& after) const {
    return text_in(*before_.project.modules()[before.module].input.module, before.moves_self->range) ==
           text_in(*after_.project.modules()[after.module].input.module, after.moves_self->range);
  }

  const ReadProject& before_;
  const ReadProject& after_;
  NotedInText& different_;
  TextCallers callers_;
  std::vector<std::uint32_t> used_otherwise_;  ///< functions whose callers have not been looked for
  UseTable::Memory memory_;
};

/// Whether a module speaks of tensors may depend on the texts of those that it imports.
bool speak_alike(const ReadProject& before, const ReadProject& after) {
  const std::size_t count = std::min(before.project.modules().size(), after.project.modules().size());
  for (std::uint32_t module = 0; module < count; ++module) {
    const Spoken& one = before.uses.spoken(module);
    const Spoken& other = after.uses.spoken(module);
    if (one.is_python && other.is_python && one.by_own_import && other.by_own_import && one.torch != other.torch)
      return false;
  }
  return true;
}

}  // namespace

bool are_seen_alike(const ReadProject& before, const ReadProject& after, std::span<const std::uint32_t> changed,
                    NotedInText& different) {
  if (!speak_alike(before, after)) return false;
  Comparison comparison(before, after, different);
  if (!std::ranges::all_of(changed, [&](std::uint32_t module) { return comparison.is_alike(module); })) return false;
  comparison.follow_callers(changed);
  return true;
}

bool are_noted_alike(const ReadProject& before, const ReadProject& after, const LinkChanges& changes,
                     NotedInText& different) {
  if (!speak_alike(before, after)) return false;
  different.names = changes.names;
  different.parents = changes.parents;
  return Comparison(before, after, different).is_noted(changes);
}

namespace {

/// What is handed on with its device, and what is called with another one.
bool hands_on_alike(const Project& before, const Project& after, std::span<const std::uint32_t> changed) {
  const std::vector<OnCpuByDefault> asked = functions_on_cpu_by_default(after);
  if (asked.empty()) return true;
  const HandedOnNames names_before(before, changed, asked);
  const HandedOnNames names_after(after, changed, asked);
  return std::ranges::all_of(asked, [&](const OnCpuByDefault& each) {
    return names_before.of(*each.function, each.device) == names_after.of(*each.function, each.device);
  });
}

}  // namespace

bool mention_alike(const Project& before, const Project& after, std::span<const std::uint32_t> changed,
                   std::span<const std::vector<bool>> mentioned) {
  std::vector<Symbol> others;  // are mentioned now, or were, and are not both
  for (const std::uint32_t module : changed) {
    const auto& of_layer = mentioned[after.layers().of_module(module)];
    const std::vector<Symbol> names_before = names_in(*before.modules()[module].input.module);
    const std::vector<Symbol> names_after = names_in(*after.modules()[module].input.module);
    const auto is_mentioned = [&](Symbol name) { return name.id < of_layer.size() && of_layer[name.id]; };
    std::ranges::copy_if(names_after, std::back_inserter(others), [&](Symbol name) { return !is_mentioned(name); });
    std::ranges::copy_if(names_before, std::back_inserter(others), [&](Symbol name) {
      return !std::ranges::binary_search(names_after, name.id, {}, &Symbol::id);
    });
  }
  if (!hands_on_alike(before, after, changed)) return false;
  if (others.empty()) return true;
  std::vector<bool> is_other(std::ranges::max(others, {}, &Symbol::id).id + 1, false);
  for (const Symbol name : others) is_other[name.id] = true;
  const auto has_other = [&](Symbol name) { return name.id < is_other.size() && is_other[name.id]; };
  return std::ranges::none_of(after.functions(),
                              [&](const FunctionInfo& info) { return has_other(info.function->name); }) &&
         std::ranges::none_of(after.classes(), [&](const ClassInfo& info) { return has_other(info.definition->name); });
}

}  // namespace syncfree::inference
