// Torch's Tensor by a name that the file gets from a header of torch's, or of the project's that says torch.
#include "pytorch_helpers.h"

namespace ops {

float first(const Tensor& tensor) { return tensor.item<float>(); }  // expect: SF301 `tensor.item<float>()`

float of_another(const engine::Tensor& tensor) { return tensor.item<float>(); }

}  // namespace ops
