// Code that dynamo does not trace for the operands that it has, where neither a wait nor a call shows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// Is it one, as far as anybody says. Dynamo traces arrays of NumPy as tensors.
bool is_traced_tensor(const values::Value* value);

/// The truth of a tensor, an array or a number of NumPy: `mask.any()`, `(np.array(sizes) % 2 > 0).any()`.
bool is_truth_of_data(const FunctionView& view, const model::Expression& condition);

struct UntracedCode {
  std::string_view what;    ///< "is cut by the value of a tensor": behind the quoted code
  std::string_view reason;  ///< "dynamo traces slices of numbers only"
};

/// Of one step of the graph.
std::optional<UntracedCode> untraced_code(const FunctionView& view, const flow::Step& step);

/// The attribute of a tensor or an array that the step reads ("numpy.ndarray.dtype") or stores ("torch.Tensor.real=");
/// empty where it does neither, or where the attribute is a method.
std::string data_attribute(const FunctionView& view, const flow::Step& step);

}  // namespace syncfree::engine
