#include "analyzer/inference/stranger_calls.h"

#include <map>
#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/option_tests.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

namespace {

using values::Kind;

/// What the calls of one function in its own layer give it, and where they come to.
struct SeenCalls {
  std::vector<Value> arguments;  ///< by parameter, of all of them
  std::vector<const ReachedBlocks*> reached;
  bool is_declared = false;  ///< one is what the signature says, and open as that is
};

std::map<std::uint32_t, SeenCalls> seen_calls(const World& world, std::span<const std::uint32_t> contexts,
                                              values::ValueArena& arena) {
  std::map<std::uint32_t, SeenCalls> calls;
  for (const std::uint32_t number : contexts) {
    const Context& context = world.contexts[number];
    SeenCalls& seen = calls[context.key.code];
    seen.arguments.resize(world.project.functions()[context.key.code].function->parameters.size());
    seen.is_declared = seen.is_declared || context.key.declared;
    seen.reached.push_back(&context.outcome.reached);
    for (std::size_t i = 0; i < context.key.arguments.size(); ++i)
      seen.arguments[i] = values::join(arena, seen.arguments[i], context.key.arguments[i]);
  }
  return calls;
}

bool is_one_constant(const Value& argument) {
  return argument.only(Kind::kNone) || argument.constant.type != values::ConstantValue::Type::kNothing;
}

/// By parameter: what the calls give decides a test, and others may give something else. Empty: of none.
std::vector<bool> decided_parameters(const FunctionInfo& info, const SeenCalls& seen,
                                     const model::SymbolTable& symbols) {
  const auto parameters = info.function->parameters;
  std::vector<bool> decided;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    decided.push_back(option_of(parameters[i]) != nullptr && is_one_constant(seen.arguments[i]));
  bool any = asks_for_option(*info.function, decided);
  const std::vector<bool> asked = asked_for_kind(*info.function, symbols);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!asked[i] || seen.arguments[i].is_anything()) continue;
    decided[i] = any = true;
  }
  return any ? decided : std::vector<bool>();
}

}  // namespace

OwnCalls::OwnCalls(const World& world, std::span<const std::uint32_t> users, std::span<const std::uint32_t> open)
    : by_layer_(world.project.layers().all().size()) {
  const std::vector<bool> live = reached_contexts(world, users, open).live;
  for (const std::uint32_t number : world.in_order) {
    const Context& context = world.contexts[number];
    if (users[number] == 0 || !live[number] || (context.key.code & kModuleBody) != 0) continue;
    if (world.layer_of_code(context.key.code) == context.layer) by_layer_[context.layer].push_back(number);
  }
}

std::vector<ContextKey> calls_of_strangers(const World& world, std::span<const std::uint32_t> own_calls,
                                           const std::function<bool(const FunctionInfo&)>& is_offered,
                                           const Declared& declared, values::ValueArena& arena) {
  std::vector<ContextKey> found;
  for (auto& [code, seen] : seen_calls(world, own_calls, arena)) {
    const FunctionInfo& info = world.project.functions()[code];
    if (seen.is_declared || !is_offered(info) || !leave_out_some(seen.reached, info.function->body)) continue;
    const std::vector<bool> decided = decided_parameters(info, seen, world.project.symbols());
    if (decided.empty()) continue;
    ContextKey key;
    key.code = code;
    key.arguments = std::move(seen.arguments);
    for (std::size_t i = 0; i < decided.size(); ++i) {
      if (decided[i]) key.arguments[i] = values::join(arena, key.arguments[i], declared.parameter(info, i));
    }
    found.push_back(std::move(key));
  }
  return found;
}

}  // namespace syncfree::inference
