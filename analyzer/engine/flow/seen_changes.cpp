#include "analyzer/engine/flow/seen_changes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "analyzer/model/walk.h"

namespace syncfree::engine {

namespace {

using model::Expression;
using Symbols = std::unordered_set<std::uint32_t>;

// Methods of a tensor that give a way to its memory.
constexpr std::array<std::string_view, 8> kPointers = {
    "data_ptr",          "mutable_data_ptr", "data",   "accessor", "packed_accessor32",
    "packed_accessor64", "packed_accessor",  "storage"};

bool gives_pointer(std::string_view method) { return std::ranges::find(kPointers, method) != kPointers.end(); }

/// Variables of which a pointer is taken, and those that a function is handed of which nothing is known.
Symbols handed_out(const FunctionView& view, model::Block body) {
  const model::SymbolTable& symbols = view.analysis().world.project.symbols();
  Symbols found;
  const auto add = [&](const Expression& object) {
    if (const model::Symbol root = flow::root_of(object)) found.insert(root.id);
  };
  model::walk_expressions(body, [&](const Expression& part) {
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_known = !operators_of(view, *call).empty();
    if (method != nullptr && (!is_known || gives_pointer(symbols.text(method->name)))) add(*method->object);
    if (is_known) return;
    for (const model::Argument& argument : call->arguments) add(*argument.value);
  });
  return found;
}

/// The function's own, or what it is given.
bool is_of(const model::Function& function, model::Symbol name) {
  return std::ranges::find(function.locals, name) != function.locals.end() ||
         std::ranges::any_of(function.parameters, [&](const auto& parameter) { return parameter.name == name; });
}

}  // namespace

bool shows_all_changes(const FunctionView& view, const Expression& expression) {
  const inference::Project& project = view.analysis().world.project;
  const model::Module& module = *project.modules()[view.module()].input.module;
  if (module.language != model::Language::kCxx) return true;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  if ((code & inference::kModuleBody) != 0) return false;
  const model::Function& function = *project.functions()[code].function;
  const Symbols out = handed_out(view, function.body);
  bool shows = true;
  model::walk(expression, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    const values::Value* value = name == nullptr ? nullptr : view.observation().value_of(part);
    if (name == nullptr || (value != nullptr && value->only(values::Kind::kNamespace))) return;
    shows = shows && is_of(function, name->name) && !out.contains(name->name.id) &&
            !module.changed_unseen.contains(name->name.id);
  });
  return shows;
}

}  // namespace syncfree::engine
