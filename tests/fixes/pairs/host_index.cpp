#### an index that is built in place
#include <torch/torch.h>

at::Tensor step() {
  at::Tensor x = torch::ones({4, 3}, torch::kCUDA);
  return x.index({torch::arange(3)});
}
#### => safe
#include <torch/torch.h>

at::Tensor step() {
  at::Tensor x = torch::ones({4, 3}, torch::kCUDA);
  return x.index({torch::arange(3, x.device())});
}
