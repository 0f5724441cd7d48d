#include "analyzer/engine/judging/call_chain.h"

#include <cstddef>

namespace syncfree::engine {

namespace {

constexpr std::size_t kLongestChain = 6;

}  // namespace

std::string function_name(const inference::World& world, std::uint32_t context) {
  const std::uint32_t code = world.contexts[context].key.code;
  return (code & inference::kModuleBody) != 0 ? std::string() : world.project.qualified_name(code);
}

std::vector<Related> chain_of(const inference::World& world, const context::Temperatures& temperatures,
                              std::uint32_t context) {
  std::vector<Related> chain;
  for (std::uint32_t at = context; chain.size() < kLongestChain;) {
    const context::Caller& caller = temperatures.caller(at);
    if (caller.context == inference::kNowhere) break;
    if (world.project.modules()[world.module_of(caller.context)].input.is_library) break;
    const std::string name = function_name(world, caller.context);
    chain.insert(chain.begin(), {world.project.modules()[world.module_of(caller.context)].input.file, caller.range,
                                 "called from " + (name.empty() ? std::string("the top level") : name)});
    at = caller.context;
  }
  return chain;
}

}  // namespace syncfree::engine
