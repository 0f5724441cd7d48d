#include <ATen/ATen.h>

// fix: safe
// run: stream=default
extern "C" void built_in_place(float*, float* b, float*, long n) {
  at::Tensor x = at::ones({n}, at::kCUDA);
  auto y = x.index({at::arange(1000)});
  at::from_blob(b, {1000}, at::device(at::kCUDA)).copy_(y);
}
