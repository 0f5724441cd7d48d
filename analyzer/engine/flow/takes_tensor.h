// Can a tensor of the GPU stand where the code has a number, a bool or a list of the host now?
#pragma once

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// True only if everything that becomes of the expression's value, followed through the function's variables, computes
/// with tensors of the GPU: arithmetic and comparisons with them, selection among them, stores into them. Whatever
/// reads the value (a branch, a text, an index, a size) or is not known (what is returned, kept or handed on) says no.
bool takes_tensor(const FunctionView& view, const model::Expression& expression);

/// The same for what may be a tensor already: of uses that are not known it is believed that they go on with one.
bool may_take_tensor(const FunctionView& view, const model::Expression& expression);

/// Something that becomes of the value asks the host for it: a branch, an index, a size, a built-in function.
bool is_read_on_host(const FunctionView& view, const model::Expression& expression);

/// Is the expression's value surely a tensor on the GPU.
bool gives_device_tensor(const FunctionView& view, const model::Expression& expression);

/// Is it surely a tensor on the GPU, or a number of the host.
bool gives_tensor_or_number(const FunctionView& view, const model::Expression& expression);

}  // namespace syncfree::engine
