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
