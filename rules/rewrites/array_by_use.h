// Tensors that are known for such by nothing but what arrays of NumPy allow too.
#pragma once

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

/// The expression computes with a variable that came from where nobody sees, and that is indexed, reduced or compared
/// and nothing more, or with a part of a batch, which may be anything: a function of torch that takes tensors alone may
/// be given an array or a number.
bool rests_on_array_by_use(const model::Expression& expression, const engine::FixContext& context);

/// The name holds what a call gave that nobody sees, and nothing more is done with it than moving it and handing it on:
/// a batch of a class of its own moves too, and has no `is_cpu`.
bool is_only_moved(const model::Expression& name, const engine::FixContext& context);

}  // namespace syncfree::rules
