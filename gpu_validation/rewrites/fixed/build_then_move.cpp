#include <ATen/ATen.h>

// fix: safe
// run: stream=default
extern "C" void ones(float* a, float*, float*, long n) {
  at::Tensor x = at::from_blob(a, {n}, at::device(at::kCUDA));
  x.add_(at::ones({n}, at::dtype(at::kFloat).device(x.device())));
}

// fix: safe
// run: stream=default
extern "C" void of_another_type(float* a, float*, float*, long n) {
  at::Tensor x = at::from_blob(a, {n}, at::device(at::kCUDA));
  x.add_(at::zeros({n}, at::TensorOptions().dtype(at::kDouble).device(x.device())).add_(0.5));
}

// fix: safe
// run: stream=default
extern "C" void without_options(float* a, float*, float*, long n) {
  at::Tensor x = at::from_blob(a, {n}, at::device(at::kCUDA));
  x.mul_(at::ones({n}, at::kCUDA));
}
