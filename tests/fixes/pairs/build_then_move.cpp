#### a device alone is an argument
#include <torch/torch.h>

at::Tensor step(at::Tensor x) {
  return x + torch::zeros({3, 4}).to(x.device()) + torch::ones({3}).cuda();
}
#### => safe
#include <torch/torch.h>

at::Tensor step(at::Tensor x) {
  return x + torch::zeros({3, 4}, x.device()) + torch::ones({3}, at::kCUDA);
}
#### options that are there already
#include <torch/torch.h>

at::Tensor step(at::Tensor x) {
  return x + torch::zeros({3, 4}, torch::kFloat64).to(x.device());
}
#### => nothing
