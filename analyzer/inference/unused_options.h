// Options that a library offers and does not use itself: `def merge(self, safe=False)`, which its own code never calls
// with True. Who imports it does. Such a call is like those that are seen, but for these options.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class Declared;

struct OtherCall {
  std::uint32_t function;
  std::vector<Value> arguments;  ///< by parameter
};

/// By function, in order, those of a settled layer that are called from known places alone, in no more ways than are
/// kept apart, and that ask for a parameter which has its default in each call. By context, `users`: the calls in use
/// that lead to it, and `live`: an entry point reaches it; `contexts`: those of the layer.
std::vector<OtherCall> calls_with_unused_options(const World& world, std::uint32_t layer,
                                                 std::span<const std::uint32_t> users,
                                                 std::span<const std::uint32_t> contexts,
                                                 const std::function<bool(const FunctionInfo&)>& is_public,
                                                 const std::vector<bool>& live, const Declared& declared,
                                                 values::ValueArena& arena);

}  // namespace syncfree::inference
