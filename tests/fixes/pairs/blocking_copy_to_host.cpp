#### the copy that does not wait
#include <torch/extension.h>

at::Tensor step(const at::Tensor& x) {
  TORCH_CHECK(x.is_cuda());
  return x.cpu().contiguous();
}
#### => nothing
#### with an element type
#include <torch/extension.h>

at::Tensor step(const at::Tensor& x) {
  TORCH_CHECK(x.is_cuda());
  return x.to(at::kCPU, at::kLong);
}
#### => nothing
