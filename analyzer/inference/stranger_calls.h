// Calls that lead to code which a package's own calls leave out: `def merge(self, safe=False)` that nobody in it calls
// with True, `isinstance(x, dict)` of what is never a dictionary there. Who imports the package may make such calls.
// They are evaluated in a layer of their own (Layer::offered_by), so that they change nothing in the package, and what
// the package's own calls come to is judged as these make it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/inference/world.h"

namespace syncfree::inference {

class Declared;

/// The contexts in which a layer's own calls, and those of its entry points, run its functions.
class OwnCalls {
 public:
  /// When all layers with modules have settled. `users`: by context, the calls in use that lead to it; `open`: contexts
  /// that strangers call anyhow.
  OwnCalls(const World& world, std::span<const std::uint32_t> users, std::span<const std::uint32_t> open);

  /// In the order of the world.
  std::span<const std::uint32_t> of(std::uint32_t layer) const { return by_layer_[layer]; }

 private:
  std::vector<std::vector<std::uint32_t>> by_layer_;
};

/// In order of the functions, one call for each that `is_offered` to others and of which `own_calls`, those of a layer,
/// leave out a part. The arguments are those that are seen, but for options that have one value in all calls, and for
/// parameters of which the function asks the kind: these may also be what the signature says.
std::vector<ContextKey> calls_of_strangers(const World& world, std::span<const std::uint32_t> own_calls,
                                           const std::function<bool(const FunctionInfo&)>& is_offered,
                                           const Declared& declared, values::ValueArena& arena);

}  // namespace syncfree::inference
