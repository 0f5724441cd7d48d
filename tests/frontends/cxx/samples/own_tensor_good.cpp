// A library with a class Tensor of its own, which says nothing of torch.
#include "engine/tensor/index.h"

namespace engine {

Tensor find(const Tensor& tensor) { return tensor.backend().nonzero(tensor); }

void best(Tensor& values, Tensor& indices, const Tensor& input, const unsigned k, const int axis) {
  input.backend().topk(values, indices, input, k, axis);
}

float first(const Tensor& tensor) { return tensor.item<float>(); }

}  // namespace engine
