// A read of one element at a time becomes one read of all of them, where a loop or a comprehension goes over a tensor.
#pragma once

#include <optional>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// `for x in t: … x.item()`, `[x.item() for x in t]`: goes through `t.tolist()` where nothing else is done with `x`,
/// and words elsewhere. `tensor` is what is read by the event. Nothing if it is no variable of a loop over a tensor.
std::optional<fixes::Proposal> read_with_all(const model::Expression& tensor, const values::Value& value,
                                             const engine::FixContext& context);

}  // namespace syncfree::rules
