// `x[i].item()` in a loop: all elements are read with one wait before it.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `read` is `x[i]`, of which a loop reads one number; `replaced` gives way to the number in a list that is read before
/// the outermost loop that leaves `x` alone. Nothing where no such loop is around, or where the elements may change
/// in it.
std::optional<fixes::Proposal> read_before_loop(const model::Expression& read, const model::Expression& replaced,
                                                const engine::FixContext& context);

/// The same for the test of `x[i] == 0`: the number is compared on the host. Only with whole numbers that are written
/// out: others are rounded to the tensor's type on the GPU.
std::optional<fixes::Proposal> tested_before_loop(const model::Comparison& comparison,
                                                  const engine::FixContext& context);

}  // namespace syncfree::rules
