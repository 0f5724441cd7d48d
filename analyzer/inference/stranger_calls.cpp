#include "analyzer/inference/stranger_calls.h"

#include <algorithm>
#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/liveness.h"
#include "analyzer/inference/option_tests.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

namespace {

using values::Kind;

/// Of one function, in its own layer.
using ContextsOfOne = std::span<const std::uint32_t>;

std::uint32_t code_of(const World& world, std::uint32_t context) { return world.contexts[context].key.code; }

/// One says what the signature does, and is open as that is.
bool is_one_declared(const World& world, ContextsOfOne contexts) {
  return std::ranges::any_of(contexts, [&](std::uint32_t context) { return world.contexts[context].key.declared; });
}

bool are_some_left_out(const World& world, ContextsOfOne contexts) {
  std::vector<const ReachedBlocks*> reached;
  for (const std::uint32_t context : contexts) reached.push_back(&world.contexts[context].outcome.reached);
  return leave_out_some(reached, world.project.functions()[code_of(world, contexts.front())].function->body);
}

/// By parameter, of all calls.
std::vector<Value> seen_arguments(const World& world, ContextsOfOne contexts, values::ValueArena& arena) {
  const std::uint32_t code = code_of(world, contexts.front());
  std::vector<Value> seen(world.project.functions()[code].function->parameters.size());
  for (const std::uint32_t context : contexts) {
    const std::vector<Value>& arguments = world.contexts[context].key.arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) seen[i] = values::join(arena, seen[i], arguments[i]);
  }
  return seen;
}

bool is_one_constant(const Value& argument) {
  return argument.only(Kind::kNone) || argument.constant.type != values::ConstantValue::Type::kNothing;
}

/// By parameter: what the calls give decides a test, and others may give something else. Empty: of none.
std::vector<bool> decided_parameters(const FunctionInfo& info, std::span<const Value> seen,
                                     const model::SymbolTable& symbols) {
  const auto parameters = info.function->parameters;
  std::vector<bool> decided;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    decided.push_back(option_of(parameters[i]) != nullptr && is_one_constant(seen[i]));
  bool any = asks_for_option(*info.function, decided);
  const std::vector<bool> asked = asked_for_kind(*info.function, symbols);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!asked[i] || seen[i].is_anything()) continue;
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
  std::vector<std::uint32_t> contexts(own_calls.begin(), own_calls.end());
  std::ranges::stable_sort(contexts, {}, [&](std::uint32_t context) { return code_of(world, context); });
  std::vector<ContextKey> found;
  for (std::size_t first = 0, end = 0; first < contexts.size(); first = end) {
    const std::uint32_t code = code_of(world, contexts[first]);
    while (end < contexts.size() && code_of(world, contexts[end]) == code) ++end;
    const auto own = std::span(contexts).subspan(first, end - first);
    const FunctionInfo& info = world.project.functions()[code];
    if (is_one_declared(world, own) || !is_offered(info) || !are_some_left_out(world, own)) continue;
    std::vector<Value> arguments = seen_arguments(world, own, arena);
    const std::vector<bool> decided = decided_parameters(info, arguments, world.project.symbols());
    if (decided.empty()) continue;
    for (std::size_t i = 0; i < decided.size(); ++i) {
      if (decided[i]) arguments[i] = values::join(arena, arguments[i], declared.parameter(info, i));
    }
    ContextKey key;
    key.code = code;
    key.arguments = std::move(arguments);
    found.push_back(std::move(key));
  }
  return found;
}

}  // namespace syncfree::inference
