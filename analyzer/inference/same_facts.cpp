#include "analyzer/inference/same_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>

#include "analyzer/flow/seldom.h"
#include "analyzer/inference/stored_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

using model::Symbol;
using source::TextRange;

std::string_view text_of(const model::Module& module, TextRange range) {
  return module.text.substr(range.begin, range.end - range.begin);
}

std::uint32_t body_of(const model::Function& function) {
  return function.body.empty() ? function.range.end : function.body.front()->range.begin;
}

/// The text without what functions do.
std::string outline(const model::Module& module, TextRange range) {
  std::string text;
  std::uint32_t at = range.begin;
  for (const model::Function* function : module.functions) {
    if (!function->name || function->range.begin < at || function->range.end > range.end) continue;
    text.append(text_of(module, {at, body_of(*function)}));
    at = function->range.end;
  }
  if (at < range.end) text.append(text_of(module, {at, range.end}));
  return text;
}

/// What a function that does little else gives back: whether it seldom holds decides where it is asked (flow/seldom.h).
std::string_view short_answer(const model::Module& module, const model::Function& function) {
  const model::Expression* answer = flow::short_answer(function);
  return answer == nullptr ? std::string_view() : text_of(module, answer->range);
}

bool have_same_signature(const model::Module& before, const model::Function& a, const model::Module& after,
                         const model::Function& b) {
  const auto header = [](const model::Module& module, const model::Function& function) {
    return text_of(module, {function.range.begin, body_of(function)});
  };
  const auto same_text = [&](const model::Expression* one, const model::Expression* other) {
    return text_of(before, one->range) == text_of(after, other->range);
  };
  return header(before, a) == header(after, b) && a.docstring == b.docstring && a.is_generator == b.is_generator &&
         a.is_async == b.is_async && short_answer(before, a) == short_answer(after, b) &&
         (a.enclosing == nullptr) == (b.enclosing == nullptr) &&
         (a.enclosing == nullptr || a.enclosing->id == b.enclosing->id) &&
         std::ranges::equal(a.decorators, b.decorators, same_text);
}

std::unordered_set<Symbol> stored_calls(const model::Function& function) {
  std::unordered_set<Symbol> names;
  for_each_stored_call(function.body, [&](Symbol name) { names.insert(name); });
  return names;
}

std::unordered_set<Symbol> names_in(const model::Module& module) {
  std::unordered_set<Symbol> names;
  model::walk_expressions(module.body, [&](const model::Expression& expression) {
    if (const auto* name = expression.get_if<model::Name>()) names.insert(name->name);
    if (const auto* attribute = expression.get_if<model::Attribute>()) names.insert(attribute->name);
  });
  return names;
}

class Comparison {
 public:
  Comparison(const ReadProject& before, const ReadProject& after, std::vector<Symbol>& names)
      : before_(before), after_(after), names_(names) {}

  bool is_alike(std::uint32_t number) {
    const ModuleInfo& old_info = before_.project.modules()[number];
    const ModuleInfo& new_info = after_.project.modules()[number];
    const model::Module& before = *old_info.input.module;
    const model::Module& after = *new_info.input.module;
    if (before.language != model::Language::kPython || after.language != before.language) return false;
    if (outline(before, whole(before)) != outline(after, whole(after))) return false;
    if (before.docstring != after.docstring) return false;
    for (std::size_t i = 0; i < before.classes.size(); ++i) {
      if (outline(before, before.classes[i]->range) != outline(after, after.classes[i]->range)) return false;
    }
    for (std::uint32_t i = 0; i < before.functions.size(); ++i) {
      if (!have_same_signature(before, *before.functions[i], after, *after.functions[i])) return false;
      if (!is_function_alike(old_info.first_function + i)) return false;
    }
    return true;
  }

 private:
  static TextRange whole(const model::Module& module) { return {0, static_cast<std::uint32_t>(module.text.size())}; }

  bool is_function_alike(std::uint32_t number) {
    const FunctionInfo& before = before_.project.functions()[number];
    const FunctionInfo& after = after_.project.functions()[number];
    const auto parameters = after.function->parameters;
    for (int level = 0; level <= UseTable::kDeepestCalls; ++level) {
      const NameUses& now = after_.uses.of(after.module, &after, level, memory_);
      if (!now.says_of_parameters(before_.uses.of(before.module, &before, level, memory_), parameters)) return false;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!(before_.declared.parameter(before, i) == after_.declared.parameter(after, i))) return false;
    }
    // Who reads a property in no place of its own has a call at its name.
    if (after.is_property && before.function->name_range.begin != after.function->name_range.begin)
      names_.push_back(after.function->name);
    if (before.moves_self != nullptr && !is_same_move(before, after)) return false;
    if (before.owner != kNowhere) {
      const auto stored_before = stored_calls(*before.function);
      const auto stored_after = stored_calls(*after.function);
      const auto add_what_lacks = [&](const std::unordered_set<Symbol>& one, const std::unordered_set<Symbol>& other) {
        std::ranges::copy_if(one, std::back_inserter(names_), [&](Symbol name) { return !other.contains(name); });
      };
      add_what_lacks(stored_before, stored_after);
      add_what_lacks(stored_after, stored_before);
    }
    return true;
  }

  bool is_same_move(const FunctionInfo& before, const FunctionInfo& after) const {
    return text_of(*before_.project.modules()[before.module].input.module, before.moves_self->range) ==
           text_of(*after_.project.modules()[after.module].input.module, after.moves_self->range);
  }

  const ReadProject& before_;
  const ReadProject& after_;
  std::vector<Symbol>& names_;
  UseTable::Memory memory_;
};

}  // namespace

bool are_seen_alike(const ReadProject& before, const ReadProject& after, std::span<const std::uint32_t> changed,
                    std::vector<Symbol>& names) {
  if (!after.project.links_as(before.project)) return false;
  Comparison comparison(before, after, names);
  return std::ranges::all_of(changed, [&](std::uint32_t module) { return comparison.is_alike(module); });
}

bool mention_alike(const Project& before, const Project& after, std::span<const std::uint32_t> changed,
                   std::span<const std::vector<bool>> mentioned) {
  std::unordered_set<Symbol> definitions;
  for (const FunctionInfo& info : after.functions()) definitions.insert(info.function->name);
  for (const ClassInfo& info : after.classes()) definitions.insert(info.definition->name);
  return std::ranges::all_of(changed, [&](std::uint32_t module) {
    const auto& of_layer = mentioned[after.layers().of_module(module)];
    const auto names_before = names_in(*before.modules()[module].input.module);
    const auto names_after = names_in(*after.modules()[module].input.module);
    const auto is_mentioned = [&](Symbol name) { return name.id < of_layer.size() && of_layer[name.id]; };
    return std::ranges::all_of(names_after,
                               [&](Symbol name) { return is_mentioned(name) || !definitions.contains(name); }) &&
           std::ranges::all_of(names_before,
                               [&](Symbol name) { return names_after.contains(name) || !definitions.contains(name); });
  });
}

}  // namespace syncfree::inference
