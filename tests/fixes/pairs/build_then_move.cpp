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
#### the options take the device in
#include <torch/torch.h>

at::Tensor step(at::Tensor x, int64_t n) {
  auto a = torch::zeros({3, 4}, torch::kFloat64).to(x.device());
  auto b = torch::ones({n}, torch::TensorOptions().dtype(torch::kInt)).to(torch::kCUDA);  // ones
  return a + torch::empty( {n},
                           x.options() ).cuda() + b;
}
#### => safe
#include <torch/torch.h>

at::Tensor step(at::Tensor x, int64_t n) {
  auto a = torch::zeros({3, 4}, at::dtype(torch::kFloat64).device(x.device()));
  auto b = torch::ones({n}, torch::TensorOptions().dtype(torch::kInt).device(torch::kCUDA));  // ones
  return a + torch::empty( {n},
                           x.options() ).cuda() + b;
}
#### options of the host's memory, and such that nothing is known of
#include <torch/torch.h>

at::Tensor step(at::Tensor x, torch::TensorOptions given) {
  auto a = torch::zeros({3}, torch::TensorOptions().pinned_memory(true)).to(x.device());
  return a + torch::zeros({3}, given).to(x.device());
}
#### => nothing
#### a device with its number, options with more in them, and a macro
#include <torch/torch.h>
#define TO_GPU(x) (x).to(torch::kCUDA)

at::Tensor step(at::Tensor x) {
  auto a = torch::zeros({3}).to(at::Device(torch::kCUDA, 1));
  auto b = torch::zeros({3}).to(at::TensorOptions().device(torch::kCUDA).dtype(torch::kHalf));
  return a + b + TO_GPU(torch::zeros({3}));
}
#### => nothing
