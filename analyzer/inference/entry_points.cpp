#include "analyzer/inference/entry_points.h"

#include <algorithm>
#include <string_view>

#include "analyzer/flow/main_guard.h"
#include "analyzer/flow/step_calls.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/package_interface.h"
#include "analyzer/inference/stranger_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// By Python's habit; what Python knows itself (`__call__`) is not.
bool is_private(std::string_view name) { return name.starts_with('_') && !name.starts_with("__"); }

/// `if __name__ == "__main__":`
source::TextRange run_by_itself(const ModuleInfo& module, const model::SymbolTable& symbols) {
  if (!module.in_package || module.input.name.ends_with("__main__")) return {};
  const model::If* guard = flow::main_guard(module.input.module->body, symbols);
  return guard == nullptr ? source::TextRange() : guard->range;
}

/// Behind a `return` or `raise` of its block, or in a block that stands there.
bool stands_behind_an_end(model::Block block, const model::Function& wanted, bool is_behind) {
  for (const model::Statement* statement : block) {
    if (statement == &wanted) return is_behind;
    bool found = false;
    model::for_each_part(
        *statement, [](const model::Expression*) {},
        [&](model::Block inner) { found = found || stands_behind_an_end(inner, wanted, is_behind); });
    if (found) return true;
    is_behind |= statement->kind == model::StatementKind::kReturn || statement->kind == model::StatementKind::kRaise;
  }
  return false;
}

/// `def close(…)` behind a `return` of the function around it: nothing gets to where it would be made.
bool is_never_made(const model::Function& function) {
  for (const model::Function* inner = &function; inner->enclosing != nullptr; inner = inner->enclosing) {
    if (stands_behind_an_end(inner->enclosing->body, *inner, false)) return true;
  }
  return false;
}

}  // namespace

EntryPoints::EntryPoints(const Project& project, const Known& known, const MentionedNames& names)
    : project_(project), known_(known), offers_(in_package_with_interface(project)) {
  for (const ModuleInfo& module : project.modules()) as_script_.push_back(run_by_itself(module, project.symbols()));
  const auto layers = project.layers().all();
  mentioned_.resize(layers.size());
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    if (layers[layer].is_library) continue;
    std::vector<bool>& mentioned = mentioned_[layer];
    for (const std::uint32_t module : layers[layer].modules) {
      for (const model::Symbol name : *names[module]) {
        if (name.id >= mentioned.size()) mentioned.resize(std::size_t{name.id} * 2);
        mentioned[name.id] = true;
      }
    }
  }
}

/// Of a class that nobody names, the public methods are entry points; of one that is named, those who have its objects
/// call them.
bool EntryPoints::is_mentioned(const FunctionInfo& info, std::uint32_t layer) const {
  const auto is_used = [&](model::Symbol used) {
    return used.id < mentioned_[layer].size() && mentioned_[layer][used.id];
  };
  if (!info.function->name || info.function->enclosing != nullptr) return true;  // mentioned where it stands
  if (info.owner == kNowhere) return is_used(info.function->name);
  const std::string_view name = project_.symbols().text(info.function->name);
  return is_used(project_.classes()[info.owner].definition->name) || is_private(name);
}

std::vector<std::uint32_t> EntryPoints::of(Step step, const World& world, std::uint32_t layer) const {
  const bool unnamed = step == Step::kUnnamedConstructors || step == Step::kUnnamed;
  const bool constructors = step == Step::kUnnamedConstructors || step == Step::kConstructors;
  std::vector<std::uint32_t> found;
  if (project_.layers().all()[layer].is_library) return found;  // evaluated as far as others call it
  for (const std::uint32_t number : project_.layers().all()[layer].modules) {
    const ModuleInfo& module = project_.modules()[number];
    for (std::uint32_t i = 0; i < module.input.module->functions.size(); ++i) {
      const std::uint32_t function = module.first_function + i;
      const FunctionInfo& info = project_.functions()[function];
      if (world.contexts_of_code[function] > 0 || info.is_device_code || info.is_overload) continue;
      if (!module.input.silent.empty() && module.input.silent[i]) continue;
      if (info.function->enclosing != nullptr && is_never_made(*info.function)) continue;
      if (constructors && (info.owner == kNowhere || info.function->name != known_.init)) continue;
      if (!unnamed || !is_mentioned(info, layer)) found.push_back(function);
    }
  }
  return found;
}

/// Nothing happens when it is imported: no script.
bool EntryPoints::is_library(std::uint32_t module) const {
  return std::ranges::all_of(project_.modules()[module].input.module->body, [](const model::Statement* statement) {
    switch (statement->kind) {
      case model::StatementKind::kImport:
      case model::StatementKind::kImportFrom:
      case model::StatementKind::kFunction:
      case model::StatementKind::kClass:
      case model::StatementKind::kAssign:
      case model::StatementKind::kPass:
      case model::StatementKind::kReturn:  // of a function whose header could not be read
        return true;
      case model::StatementKind::kIf:  // so a header that could not be read is left
        return statement->as<model::If>().condition->kind == model::ExpressionKind::kUnknown;
      case model::StatementKind::kExpression: {
        // What could not be read says nothing.
        const model::ExpressionKind kind = statement->as<model::ExpressionStatement>().value->kind;
        return kind == model::ExpressionKind::kConstant || kind == model::ExpressionKind::kUnknown;
      }
      default:
        return false;
    }
  });
}

/// Others import it: a script's functions are the script's.
bool EntryPoints::is_public(const FunctionInfo& info) const {
  if (!project_.modules()[info.module].in_package && !is_library(info.module)) return false;
  // Of an application, too, a module is called through what wraps it.
  if (!offers_[info.module] && info.function->name != known_.forward) return false;
  return info.function->name && info.function->enclosing == nullptr && !info.is_device_code && !info.is_overload &&
         !project_.symbols().text(info.function->name).starts_with('_');
}

/// Of a class, others call the module.
bool EntryPoints::is_called_itself(const FunctionInfo& info) const {
  return info.owner == kNowhere || info.function->name == known_.forward;
}

namespace {

/// What the calls of one function in its own layer give it.
struct Callers {
  bool any = false;
  bool on_cpu = false;
  bool on_device = false;   ///< or where nothing is known of
  std::vector<bool> given;  ///< by parameter: None by default, and something else in each call
  std::vector<bool> left;  ///< by parameter: None by default and in each call, and something is known of what it may be
  std::vector<bool>
      tensor;  ///< by parameter: a tensor or a number by its annotation, and no number in any call that is reached
  std::vector<bool> constant;  ///< by parameter: of C++, and a constant in each call
};

/// Does a condition of C++, `cxx.given(…)`, ask for one of the parameters?
bool is_asked_for(const model::Function& function, const std::vector<bool>& parameters,
                  const model::SymbolTable& symbols) {
  bool found = false;
  const auto is_one = [&](const model::Expression& part) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr) return false;
    const auto at = std::ranges::find(function.parameters, name->name, &model::Parameter::name);
    return at != function.parameters.end() && parameters[static_cast<std::size_t>(at - function.parameters.begin())];
  };
  model::walk_expressions(function.body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
    if (found || callee == nullptr || symbols.text(callee->name) != "given") return;
    for (const model::Argument& argument : call->arguments)
      model::walk(*argument.value, [&](const model::Expression& part) { found = found || is_one(part); });
  });
  return found;
}

bool is_none_by_default(const model::Parameter& parameter) {
  const auto* constant =
      parameter.default_value == nullptr ? nullptr : parameter.default_value->get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

bool is_tensor_or_number(const Value& declared) {
  return declared.may_be(Kind::kTensor) && declared.may_be(values::kHostNumber);
}

}  // namespace

/// By function: a call of the layer, from outside of its class, leads to it.
std::vector<bool> EntryPoints::called_from_outside(const World& world, std::uint32_t layer,
                                                   const std::vector<bool>& live) const {
  std::vector<bool> found(project_.functions().size(), false);
  const auto owner_of = [&](std::uint32_t code) {
    return (code & kModuleBody) != 0 ? kNowhere : project_.functions()[code].owner;
  };
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    if (!live[context] || world.contexts[context].layer != layer) continue;
    const std::uint32_t caller = owner_of(world.contexts[context].key.code);
    for (const CallEdge& edge : world.contexts[context].outcome.calls) {
      const std::uint32_t code = world.contexts[edge.context].key.code;
      if ((code & kModuleBody) == 0 && (caller == kNowhere || caller != owner_of(code))) found[code] = true;
    }
  }
  return found;
}

/// By function: a constructor that the layer calls for an object of its own class, not only of a subclass.
std::vector<bool> EntryPoints::constructors_of_own_class(const World& world, std::uint32_t layer,
                                                         std::span<const std::uint32_t> users) const {
  std::vector<bool> found(project_.functions().size(), false);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || users[context] == 0 || world.contexts[context].layer != layer) continue;
    const FunctionInfo& info = project_.functions()[key.code];
    if (info.owner == kNowhere || info.function->name != known_.init) continue;
    const bool is_of_subclass =
        !key.arguments.empty() && key.arguments.front().entities != nullptr &&
        std::ranges::all_of(key.arguments.front().entities->items, [&](const values::Entity& entity) {
          return entity.kind == values::EntityKind::kObject && world.class_of(entity.index) != info.owner;
        });
    if (!is_of_subclass) found[key.code] = true;
  }
  return found;
}

/// Others make objects of the class: it has a public name, and no method is left to its subclasses.
bool EntryPoints::is_public_constructor(const FunctionInfo& info) const {
  if (info.owner == kNowhere || info.function->name != known_.init || !offers_[info.module]) return false;
  if (project_.is_cxx(info.module)) return false;
  if (!project_.modules()[info.module].in_package && !is_library(info.module)) return false;
  const ClassInfo& klass = project_.classes()[info.owner];
  for (std::size_t i = 0; i < klass.methods.size(); ++i) {
    if (project_.functions()[klass.methods.value(i)].is_abstract) return false;
  }
  return klass.definition->enclosing == nullptr && !is_private(project_.symbols().text(klass.definition->name));
}

std::vector<std::uint32_t> EntryPoints::called_in_part(const World& world, std::uint32_t layer,
                                                       std::span<const std::uint32_t> users,
                                                       const std::vector<bool>& live, const Declared& declared) const {
  if (project_.layers().all()[layer].is_library) return {};
  std::vector<Callers> calls(project_.functions().size());
  const std::vector<bool> is_called_from_outside = called_from_outside(world, layer, live);
  const std::vector<bool> makes_itself = constructors_of_own_class(world, layer, users);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || users[context] == 0) continue;
    if (world.contexts[context].layer != layer || world.layer_of_code(key.code) != layer) continue;
    const FunctionInfo& info = project_.functions()[key.code];
    const auto parameters = info.function->parameters;
    // `self.forward(sample)` of a class that tries itself out: others call the module.
    const bool is_taken = info.owner == kNowhere || (is_called_itself(info) && !is_called_from_outside[key.code]);
    const bool is_for_subclasses = !makes_itself[key.code] && is_public_constructor(info);
    if (!is_for_subclasses && (!is_taken || !is_public(info))) continue;
    if (parameters.empty()) continue;
    Callers& seen = calls[key.code];
    if (!seen.any) {
      seen.any = true;
      const bool is_cxx = project_.modules()[info.module].input.module->language == model::Language::kCxx;
      seen.constant.assign(parameters.size(), is_cxx);
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool may_be_left = is_none_by_default(parameters[i]);
        seen.given.push_back(may_be_left);
        seen.left.push_back(may_be_left && !declared.parameter(info, i).is_anything());
        seen.tensor.push_back(parameters[i].annotation != nullptr && is_tensor_or_number(declared.parameter(info, i)));
      }
    }
    // That a module's signature was looked at before its calls were seen says nothing of them.
    seen.on_device |= key.declared && (info.owner == kNowhere || live[context]);
    if (key.declared) {
      seen.given.assign(parameters.size(), false);
      seen.left.assign(parameters.size(), false);
      if (live[context]) {
        seen.constant.assign(parameters.size(), false);
        seen.tensor.assign(parameters.size(), false);
      }
    }
    for (std::size_t i = 0; i < key.arguments.size(); ++i) {
      const Value& argument = key.arguments[i];
      if (argument.may_be(Kinds(Kind::kNone) | Kind::kAnything)) seen.given[i] = false;
      if (!argument.only(Kind::kNone)) seen.left[i] = false;
      const bool is_constant = argument.constant.type != values::ConstantValue::Type::kNothing;
      if (!is_constant && !argument.only(Kind::kNone)) seen.constant[i] = false;
      if (live[context] && argument.may_be(values::kHostNumber)) seen.tensor[i] = false;
      if (!argument.may_be(Kind::kTensor)) continue;
      seen.on_device |= argument.places.overlaps(values::kOnDevice) ||
                        (info.owner == kNowhere && declared.parameter(info, i).evidence == values::Evidence::kGuessed);
      seen.on_cpu |= argument.places.has(values::Place::kCpu);
    }
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t function = 0; function < calls.size(); ++function) {
    const Callers& seen = calls[function];
    const auto some = [](const std::vector<bool>& parameters) {
      return std::ranges::find(parameters, true) != parameters.end();
    };
    const auto is_decided = [&] {
      return some(seen.constant) &&
             is_asked_for(*project_.functions()[function].function, seen.constant, project_.symbols());
    };
    if ((seen.on_cpu && !seen.on_device) || some(seen.given) || some(seen.left) || some(seen.tensor) || is_decided())
      found.push_back(function);
  }
  return found;
}

std::vector<OtherCall> EntryPoints::with_unused_options(const World& world, std::uint32_t layer,
                                                        std::span<const std::uint32_t> users,
                                                        std::span<const std::uint32_t> opened,
                                                        std::span<const std::uint32_t> contexts,
                                                        const Declared& declared, values::ValueArena& arena) const {
  if (project_.layers().all()[layer].is_library) return {};
  const Reached reached = reached_contexts(world, users, opened);
  const auto is_offered = [&](const FunctionInfo& info) { return is_public(info) && is_called_itself(info); };
  return calls_with_unused_options(world, layer, users, contexts, is_offered, reached.live, declared, arena);
}

std::vector<ContextKey> EntryPoints::offered(const World& world, std::span<const std::uint32_t> own_calls,
                                             const Declared& declared, values::ValueArena& arena) const {
  const auto is_offered = [&](const FunctionInfo& info) {
    const ModuleInput& module = project_.modules()[info.module].input;
    const bool is_python = module.module->language == model::Language::kPython;
    if (!is_python || (!project_.modules()[info.module].in_package && !is_library(info.module))) return false;
    if (!offers_[info.module]) return false;
    return info.function->name && info.function->enclosing == nullptr && !info.is_device_code && !info.is_overload &&
           !is_private(project_.symbols().text(info.function->name));
  };
  return calls_of_strangers(world, own_calls, is_offered, declared, arena);
}

std::vector<std::uint32_t> EntryPoints::shown(std::uint32_t layer, std::span<const std::uint32_t> named) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t each : project_.layers().all()[layer].modules) {
    const ModuleInfo& module = project_.modules()[each];
    if (!module.input.is_shown || module.input.is_test) continue;
    for (std::uint32_t i = 0; i < module.input.module->functions.size(); ++i) {
      const std::uint32_t number = module.first_function + i;
      const FunctionInfo& info = project_.functions()[number];
      const std::string_view name = project_.symbols().text(info.function->name);
      const bool is_hidden = name.empty() || (is_private(name) && !std::ranges::binary_search(named, number));
      if (is_hidden || info.function->enclosing != nullptr || info.is_device_code || info.is_overload) continue;
      found.push_back(number);
    }
  }
  return found;
}

std::vector<std::uint32_t> EntryPoints::called_as_script(const World& world, std::uint32_t layer,
                                                         const std::vector<bool>& live) const {
  std::vector<bool> is_live(project_.functions().size(), false);
  for (std::uint32_t context = 0; context < world.contexts.size(); ++context) {
    const std::uint32_t code = world.contexts[context].key.code;
    if ((code & kModuleBody) == 0 && live[context]) is_live[code] = true;
  }
  std::vector<std::uint32_t> found;
  if (project_.layers().all()[layer].is_library) return found;
  std::vector<bool> is_followed(world.contexts.size(), false);
  for (const std::uint32_t module : project_.layers().all()[layer].modules) {
    std::vector<std::uint32_t> todo = {module};
    // Through the module's own functions: `def main()`.
    while (!todo.empty()) {
      const std::uint32_t caller = todo.back();
      todo.pop_back();
      for (const CallEdge& edge : world.contexts[caller].outcome.calls) {
        if (caller == module && !as_script_[module].contains(edge.range)) continue;
        const std::uint32_t code = world.contexts[edge.context].key.code;
        if ((code & kModuleBody) != 0 || world.layer_of_code(code) != layer || is_live[code]) continue;
        const FunctionInfo& info = project_.functions()[code];
        const bool is_own = info.module == module;
        if (is_own && !is_followed[edge.context]) {
          is_followed[edge.context] = true;
          todo.push_back(edge.context);
        }
        // Of a function without parameters a stranger's call says nothing new, but that of `def main()` how often it
        // runs.
        const bool is_tried = (caller == module && !info.function->parameters.empty()) || !is_own;
        if (is_tried && info.function->enclosing == nullptr && !info.is_device_code) found.push_back(code);
      }
    }
  }
  return found;
}

std::vector<std::uint32_t> EntryPoints::open(const World& world, std::uint32_t layer,
                                             std::span<const std::uint32_t> users,
                                             std::span<const std::uint32_t> opened, const Declared& declared) const {
  const Reached reached = reached_contexts(world, users, opened);
  std::vector<std::uint32_t> functions = called_in_part(world, layer, users, reached.live, declared);
  const auto& modules = project_.layers().all()[layer].modules;
  if (std::ranges::any_of(modules, [&](std::uint32_t module) { return as_script_[module].end != 0; })) {
    const Reached otherwise = reached_contexts(world, users, opened, as_script_);
    const std::vector<std::uint32_t> tried = called_as_script(world, layer, otherwise.live);
    functions.insert(functions.end(), tried.begin(), tried.end());
  }
  std::ranges::sort(functions);
  const auto repeated = std::ranges::unique(functions);
  functions.erase(repeated.begin(), repeated.end());
  return functions;
}

}  // namespace syncfree::inference
