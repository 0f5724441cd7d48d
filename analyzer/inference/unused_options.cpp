#include "analyzer/inference/unused_options.h"

#include <algorithm>
#include <map>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/option_tests.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

namespace {

/// What the calls of one function in its own layer give it.
struct CallsOfOne {
  std::vector<Value> arguments;  ///< by parameter, of all of them
  std::vector<bool> left;        ///< by parameter: what it is by default, in each call
  std::uint32_t contexts = 0;
  bool is_coarse = false;               ///< what its calls give is not kept
  std::vector<std::uint32_t> declared;  ///< contexts that are called from nowhere known
};

}  // namespace

std::vector<OtherCall> calls_with_unused_options(const World& world, std::uint32_t layer,
                                                 std::span<const std::uint32_t> users,
                                                 std::span<const std::uint32_t> contexts,
                                                 const std::function<bool(const FunctionInfo&)>& is_public,
                                                 const std::vector<bool>& live, const Declared& declared,
                                                 values::ValueArena& arena) {
  std::map<std::uint32_t, CallsOfOne> calls;
  for (const std::uint32_t context : contexts) {
    const ContextKey& key = world.contexts[context].key;
    if ((key.code & kModuleBody) != 0 || users[context] == 0 || world.layer_of_code(key.code) != layer) continue;
    const FunctionInfo& info = world.project.functions()[key.code];
    const auto parameters = info.function->parameters;
    // Functions inside of it would be made once more, and whoever they are handed to would be called in more ways.
    if (parameters.empty() || info.has_inner_functions || !is_public(info)) continue;
    CallsOfOne& seen = calls[key.code];
    if (seen.contexts++ == 0) {
      seen.arguments.resize(parameters.size());
      for (const model::Parameter& each : parameters) seen.left.push_back(option_of(each) != nullptr);
    }
    if (key.declared) seen.declared.push_back(context);
    seen.is_coarse = seen.is_coarse || key.coarse;
    for (std::size_t i = 0; i < key.arguments.size(); ++i) {
      seen.arguments[i] = values::join(arena, seen.arguments[i], key.arguments[i]);
      seen.left[i] = seen.left[i] && is_option(*option_of(parameters[i]), key.arguments[i]);
    }
  }
  std::vector<OtherCall> others;
  for (auto& [code, seen] : calls) {
    const FunctionInfo& info = world.project.functions()[code];
    // One more context must not cost the others what is known of their arguments.
    const bool is_seen = seen.contexts > seen.declared.size();
    if (!is_seen || seen.is_coarse || seen.contexts >= world.most_contexts()) continue;
    if (std::ranges::any_of(seen.declared, [&](std::uint32_t context) { return live[context]; })) continue;
    if (!asks_for_option(*info.function, seen.left)) continue;
    for (std::size_t i = 0; i < seen.arguments.size(); ++i) {
      if (seen.left[i]) seen.arguments[i] = values::join(arena, seen.arguments[i], declared.parameter(info, i));
    }
    others.push_back({code, std::move(seen.arguments)});
  }
  return others;
}

}  // namespace syncfree::inference
