// Numbers that NumPy computes. Dynamo runs NumPy's functions as torch's, so that it keeps tensors of no dimensions, and
// has no number of Python where one is asked for.
#pragma once

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// `np.clip(n, 1, 4)`, `np.array(sizes).max() > 2`, or a variable that holds one.
bool is_numpy_number(const FunctionView& view, const model::Expression& expression);

/// `np.prod(shape)`: of numbers, too, dynamo makes a tensor whose value no size or position may be.
bool is_numpy_reduction(const FunctionView& view, const model::Expression& expression);

/// Where `int()` reads a tensor: `np.maximum(n, 4)`. `np.sqrt(n)` is a float of Python, which dynamo computes at once.
bool is_read_numpy_number(const FunctionView& view, const model::Expression& expression);

}  // namespace syncfree::engine
