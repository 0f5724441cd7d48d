#include "analyzer/engine/judging/call_chain.h"

#include <algorithm>

namespace syncfree::engine {

std::string function_name(const inference::World& world, std::uint32_t context) {
  const std::uint32_t code = world.contexts[context].key.code;
  return (code & inference::kModuleBody) != 0 ? std::string() : world.project.qualified_name(code);
}

std::vector<Related> chain_of(const inference::World& world, const context::Temperatures& temperatures,
                              std::uint32_t context) {
  std::vector<Related> chain;
  std::vector<std::uint32_t> met = {context};
  while (chain.size() < kLongestChain) {
    const context::Caller& caller = temperatures.caller(met.back());
    if (caller.context == inference::kNowhere || std::ranges::find(met, caller.context) != met.end()) break;
    if (world.project.modules()[world.module_of(caller.context)].input.is_library) break;
    const std::string name = function_name(world, caller.context);
    chain.insert(chain.begin(), {world.project.modules()[world.module_of(caller.context)].input.file, caller.range,
                                 "called from " + (name.empty() ? std::string("the top level") : name)});
    met.push_back(caller.context);
  }
  return chain;
}

}  // namespace syncfree::engine
