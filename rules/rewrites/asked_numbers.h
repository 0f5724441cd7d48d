// Which tensors of one element a wait asks for: with copies on the host in their place, nothing would wait.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The names, attributes and elements that `node`, where `event` waits, reads from the GPU, each as it stands there:
/// `h` and `w` of `x.view(h // 2, w)`, `t` of `if t > 0`. Nothing if it would wait all the same, or if it is not known.
std::optional<std::vector<const model::Expression*>> asked_numbers(const engine::Event& event,
                                                                   const model::Expression& node,
                                                                   const engine::FixContext& context);

/// The truth of `node` is asked for once, and nothing else of it: in `a and b` its value may go on as well.
bool is_test(const engine::Event& event, const model::Expression& node, const engine::FixContext& context);

}  // namespace syncfree::rules
