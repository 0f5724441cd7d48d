// SF101
#include <torch/extension.h>

at::Tensor to_host(const at::Tensor& mask, torch::Tensor counts) {
  at::Tensor host = mask.to(at::kCPU);          // expect: SF101 `mask.to(at::kCPU)`
  auto numbers = counts.to({torch::kCPU});      // expect: SF101 `counts.to({torch::kCPU})`
  auto device = at::Device(at::kCPU);
  auto more = counts.to(device, at::kLong);     // expect: SF101 `counts.to(device, at::kLong)`
  return counts.cpu();                          // expect: SF101 `counts.cpu()`
}
