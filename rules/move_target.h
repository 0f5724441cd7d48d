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

/// `source.pin_memory().to(device, non_blocking=True).to(dtype)`: a conversion within the copy would come first, on the
/// host, into memory that is not pinned.
fixes::Code pinned_copy(const model::Expression& source, const MoveTarget& target);

}  // namespace syncfree::rules
