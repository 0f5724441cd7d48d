// Where a call such as `.to(…)`, `.cuda()` or `.type_as(…)` brings a tensor, as arguments that a constructor takes.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

struct MoveTarget {
  fixes::Code device;
  std::optional<fixes::Code> dtype;
  bool stable = false;  ///< evaluating it earlier is the same
};

/// Nothing if the call says more than device, element type and non_blocking, or if what it says is not clear.
std::optional<MoveTarget> move_target(const engine::Event& event, const model::Call& call,
                                      const engine::FixContext& context);

}  // namespace syncfree::rules
