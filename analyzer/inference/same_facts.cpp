#include "analyzer/inference/same_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/mentioned_names.h"
#include "analyzer/inference/outline.h"
#include "analyzer/inference/stored_calls.h"

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
      : before_(before), after_(after), different_(different) {}

  bool is_alike(std::uint32_t number) {
    const ModuleInfo& old_info = before_.project.modules()[number];
    const ModuleInfo& new_info = after_.project.modules()[number];
    const model::Module& before = *old_info.input.module;
    const model::Module& after = *new_info.input.module;
    const auto signatures = changed_signatures(before, after);
    if (before.language != model::Language::kPython || !signatures) return false;
    for (const std::uint32_t function : *signatures) {
      if (!is_noted_alone(new_info.first_function + function)) return false;
      different_.signatures.push_back(new_info.first_function + function);
    }
    for (std::uint32_t i = 0; i < before.functions.size(); ++i) {
      if (short_answer(before, *before.functions[i]) != short_answer(after, *after.functions[i])) return false;
      if (!is_function_alike(old_info.first_function + i)) return false;
    }
    return true;
  }

 private:
  /// Some look at a signature by the name of the method, without a call: whether it takes anything (Project for
  /// `forward`, Members for `to`), and whether calls of an attribute fit the class's `forward`
  /// (Declared::instance_by_name).
  bool is_noted_alone(std::uint32_t number) const {
    const model::Function& function = *before_.project.functions()[number].function;
    const std::string_view name = after_.project.symbols().text(function.name);
    if (name != "forward" && name != "to") return true;
    return function.parameters.size() > 1 && (name == "to" || are_parts_declared_alike(number));
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
      for (std::size_t i = 0; i < before.function->parameters.size(); ++i) {
        if (!names.contains(before.function->parameters[i].name)) continue;
        if (!(before_.declared.parameter(before, i) == after_.declared.parameter(project.functions()[number], i)))
          return false;
      }
    }
    return true;
  }

  bool is_function_alike(std::uint32_t number) {
    const FunctionInfo& before = before_.project.functions()[number];
    const FunctionInfo& after = after_.project.functions()[number];
    const auto parameters = after.function->parameters;  // nothing may be known of new ones
    for (int level = 0; level <= UseTable::kDeepestCalls; ++level) {
      const NameUses& now = after_.uses.of(after.module, &after, level, memory_);
      if (!now.says_of_parameters(before_.uses.of(before.module, &before, level, memory_), parameters)) return false;
    }
    for (std::size_t i = 0; i < before.function->parameters.size(); ++i) {
      if (!(before_.declared.parameter(before, i) == after_.declared.parameter(after, i))) return false;
    }
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
  UseTable::Memory memory_;
};

}  // namespace

bool are_seen_alike(const ReadProject& before, const ReadProject& after, std::span<const std::uint32_t> changed,
                    NotedInText& different) {
  Comparison comparison(before, after, different);
  return std::ranges::all_of(changed, [&](std::uint32_t module) { return comparison.is_alike(module); });
}

bool mention_alike(const Project& before, const Project& after, std::span<const std::uint32_t> changed,
                   std::span<const std::vector<bool>> mentioned) {
  std::unordered_set<Symbol> definitions;
  for (const FunctionInfo& info : after.functions()) definitions.insert(info.function->name);
  for (const ClassInfo& info : after.classes()) definitions.insert(info.definition->name);
  return std::ranges::all_of(changed, [&](std::uint32_t module) {
    const auto& of_layer = mentioned[after.layers().of_module(module)];
    const std::vector<Symbol> names_before = names_in(*before.modules()[module].input.module);
    const std::vector<Symbol> names_after = names_in(*after.modules()[module].input.module);
    const auto is_mentioned = [&](Symbol name) { return name.id < of_layer.size() && of_layer[name.id]; };
    return std::ranges::all_of(names_after,
                               [&](Symbol name) { return is_mentioned(name) || !definitions.contains(name); }) &&
           std::ranges::all_of(names_before, [&](Symbol name) {
             return std::ranges::binary_search(names_after, name.id, {}, &Symbol::id) || !definitions.contains(name);
           });
  });
}

}  // namespace syncfree::inference
