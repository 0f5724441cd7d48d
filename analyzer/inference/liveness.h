// Which contexts running the project gets to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/world.h"

namespace syncfree::inference {

/// By context.
struct Reached {
  std::vector<bool> live;
  std::vector<bool> judged;  ///< reached from code that has a say in what is said of it (see layers.h)
};

/// Entry points are the module bodies and every function that nothing else in its layer calls; what has callers is
/// judged as they call it. `users`: by context, the calls in use that lead to it.
/// `open`: contexts that strangers call as well. `left_out`: by module, the part of its body whose calls do not count;
/// empty: all count.
Reached reached_contexts(const World& world, std::span<const std::uint32_t> users, std::span<const std::uint32_t> open,
                         std::span<const source::TextRange> left_out = {});

}  // namespace syncfree::inference
