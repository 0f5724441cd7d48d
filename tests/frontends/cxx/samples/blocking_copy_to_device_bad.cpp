// SF102
#include <torch/extension.h>

at::Tensor wraps(void* data, const at::Tensor& counts) {
  Id id = {};
  auto own = torch::from_blob(&id, {8}, at::device(torch::kCPU)).cuda();  // expect: SF102 `torch::from_blob(&id, {8}, at::device(torch::kCPU)).cuda()`
  auto copied = torch::from_blob(counts.cpu().data_ptr(), {4});           // expect: SF101 `counts.cpu()`
  return torch::from_blob(data, {4}).to(counts.device());                 // expect: SF102 `torch::from_blob(data, {4}).to(counts.device())`
}
