#include "analyzer/engine/flow/seen_changes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/model/walk.h"
#include "analyzer/work/work.h"

namespace syncfree::engine {

namespace {

using model::Expression;

// Methods of a tensor that give a way to its memory.
constexpr std::array<std::string_view, 8> kPointers = {
    "data_ptr",          "mutable_data_ptr", "data",   "accessor", "packed_accessor32",
    "packed_accessor64", "packed_accessor",  "storage"};

bool gives_pointer(std::string_view method) { return std::ranges::find(kPointers, method) != kPointers.end(); }

/// The function's own, or what it is given.
bool is_of(const model::Function& function, model::Symbol name) {
  return std::ranges::find(function.locals, name) != function.locals.end() ||
         std::ranges::any_of(function.parameters, [&](const auto& parameter) { return parameter.name == name; });
}

}  // namespace

SeenChanges::SeenChanges(const FunctionView& view) {
  const inference::Project& project = view.analysis().world.project;
  is_cxx_ = project.modules()[view.module()].input.module->language == model::Language::kCxx;
  const std::uint32_t code = view.analysis().world.contexts[view.context()].key.code;
  if (!is_cxx_ || (code & inference::kModuleBody) != 0) return;
  function_ = project.functions()[code].function;
  const auto add = [&](const Expression& object) {
    if (const model::Symbol root = flow::root_of(object)) handed_out_.insert(root.id);
  };
  model::walk_expressions(function_->body, [&](const Expression& part) {
    work::count(work::Counted::kActions);
    const auto* call = part.get_if<model::Call>();
    if (call == nullptr) return;
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_known = !operators_of(view, *call).empty();
    if (method != nullptr && (!is_known || gives_pointer(project.symbols().text(method->name)))) add(*method->object);
    if (is_known) return;
    for (const model::Argument& argument : call->arguments) add(*argument.value);
  });
}

bool SeenChanges::show_all_of(const Expression& expression, const FunctionView& view) const {
  if (!is_cxx_) return true;
  if (function_ == nullptr) return false;
  const model::Module& module = *view.analysis().world.project.modules()[view.module()].input.module;
  bool shows = true;
  model::walk(expression, [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    const values::Value* value = name == nullptr ? nullptr : view.observation().value_of(part);
    if (name == nullptr || (value != nullptr && value->only(values::Kind::kNamespace))) return;
    shows = shows && is_of(*function_, name->name) && !handed_out_.contains(name->name.id) &&
            !module.changed_unseen.contains(name->name.id);
  });
  return shows;
}

}  // namespace syncfree::engine
