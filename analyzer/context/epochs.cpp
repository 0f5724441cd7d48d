#include "analyzer/context/epochs.h"

#include <algorithm>

namespace syncfree::context {

namespace {

/// By code and loop: in each of its rounds a whole evaluation is made.
std::vector<std::vector<bool>> evaluations_within(const Shapes& shapes, const CallLinks& links) {
  const auto is_evaluation = [](const LoopShape& loop) {
    return loop.over_loader && loop.without_gradients && !loop.updates && !loop.acts;
  };
  std::vector<bool> evaluates(shapes.size());
  for (Code code = 0; code < shapes.size(); ++code)
    evaluates[code] = std::ranges::any_of(shapes[code].loops, is_evaluation);
  std::vector<std::vector<bool>> within(shapes.size());
  for (Code code = 0; code < shapes.size(); ++code) {
    const auto& loops = shapes[code].loops;
    within[code].assign(loops.size(), false);
    for (const CallLink& link : links[code]) {
      const std::uint32_t loop = shapes[code].loop_around(link.range);
      if (loop != kNoLoop && link.alone && !link.rare && link.callee != code && evaluates[link.callee])
        within[code][loop] = true;
    }
    for (std::uint32_t i = static_cast<std::uint32_t>(loops.size()); i-- > 0;) {
      const std::uint32_t outer = shapes[code].loop_of(i);
      if (outer == kNoLoop || (loops[i].rare && !loops[outer].rare)) continue;
      if (is_evaluation(loops[i]) || within[code][i]) within[code][outer] = true;
    }
  }
  return within;
}

}  // namespace

Epochs epochs_of(const Shapes& shapes, const CallLinks& links, const std::vector<bool>& steps) {
  Epochs epochs;
  epochs.evaluations = evaluations_within(shapes, links);
  std::vector<bool> has_epoch(shapes.size());
  for (Code code = 0; code < shapes.size(); ++code) {
    has_epoch[code] =
        std::ranges::any_of(shapes[code].loops, [](const LoopShape& loop) { return loop.updates && !loop.carries; });
  }
  epochs.loops.resize(shapes.size());
  epochs.calls.resize(shapes.size());
  epochs.only_once.assign(shapes.size(), false);
  std::vector<bool> elsewhere(shapes.size(), false);
  for (Code code = 0; code < shapes.size(); ++code) {
    const auto& loops = shapes[code].loops;
    std::vector<bool>& trains_within = epochs.loops[code];
    trains_within.assign(loops.size(), false);
    for (const CallLink& link : links[code]) {
      const std::uint32_t loop = shapes[code].loop_around(link.range);
      if (loop != kNoLoop && link.alone && has_epoch[link.callee]) trains_within[loop] = true;
    }
    epochs.calls[code] = trains_within;
    for (std::size_t i = loops.size(); i-- > 0;) {
      if (loops[i].parent != kNoLoop && (loops[i].updates || trains_within[i])) trains_within[loops[i].parent] = true;
    }
    for (const CallLink& link : links[code]) {
      const std::uint32_t loop = shapes[code].loop_around(link.range);
      // Who makes a step may gather gradients in a loop.
      const bool is_once =
          loop == kNoLoop ? has_epoch[code] && !steps[code] : trains_within[loop] && !loops[loop].updates;
      epochs.only_once[link.callee] = epochs.only_once[link.callee] || is_once;
      elsewhere[link.callee] = elsewhere[link.callee] || !is_once;
    }
  }
  for (Code code = 0; code < shapes.size(); ++code) epochs.only_once[code] = epochs.only_once[code] && !elsewhere[code];
  return epochs;
}

}  // namespace syncfree::context
