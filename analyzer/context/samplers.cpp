#include "analyzer/context/samplers.h"

#include "analyzer/model/mark_callers.h"

namespace syncfree::context {

std::vector<bool> mark_samplers(const Shapes& shapes, const CallLinks& links,
                                const std::vector<std::vector<Heat>>& loop_heat) {
  std::vector<bool> samples(shapes.size(), false);
  for (Code code = 0; code < shapes.size(); ++code) {
    for (std::size_t i = 0; i < shapes[code].loops.size() && !samples[code]; ++i) {
      const LoopShape& loop = shapes[code].loops[i];
      samples[code] = loop_heat[code][i] == Heat::kHot && loop.without_gradients && !loop.over_loader &&
                      (loop.carries || loop.updates);
    }
  }
  const model::Callers callers(shapes.size(), [&](const auto& add) {
    for (Code code = 0; code < shapes.size(); ++code) {
      for (const CallLink& link : links[code]) {
        if (!link.by_name && !link.rare && shapes[code].loop_around(link.range) == kNoLoop) add(link.callee, code);
      }
    }
  });
  model::mark_callers(samples, callers);
  return samples;
}

}  // namespace syncfree::context
