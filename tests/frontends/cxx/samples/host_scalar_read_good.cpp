// Reads of values in host memory, and what reads nothing.
#include <torch/extension.h>

float of_cpu(const at::Tensor& x) {
  CHECK_CPU(x);
  return x[0].item<float>();
}

float on_cpu(torch::Tensor x) {
  auto options = torch::TensorOptions().dtype(torch::kFloat32);
  auto made = torch::zeros({4}, options);
  return made.sum().item<float>();
}

int64_t shapes(const at::Tensor& x) { return x.numel() + x.size(0) + x.dim(); }

void elsewhere(const Model& model) { auto* entry = model.item(0, 1); }

// Macros of projects that check where a tensor is.
int checked(torch::Tensor x) {
  ENGINE_CHECK_WITH_INFO(x.device().is_cpu(), "a tensor of the host");
  return x.max().item<int>();
}

int asserted(torch::Tensor lengths) {
  MY_ASSERT(!lengths.is_cuda());
  return lengths.max().item<int>();
}
