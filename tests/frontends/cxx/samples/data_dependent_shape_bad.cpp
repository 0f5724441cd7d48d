// SF502
#include <torch/extension.h>

std::tuple<at::Tensor, at::Tensor> shapes(const at::Tensor& x, const at::Tensor& mask) {
  auto where = at::nonzero(x);               // expect: SF502 `at::nonzero(x)`
  auto there = mask.nonzero();               // expect: SF502 `mask.nonzero()`
  at::Tensor values, inverse, counts;
  std::tie(values, inverse, counts) =
      at::unique_dim(x, 0, true, true, true);  // expect: SF502 `at::unique_dim(x, 0, true, true, true)`
  return std::make_tuple(where, values);
}

void without_dispatch(at::Tensor out, const at::Tensor& x, const at::Tensor& mask) {
  at::cuda::index_out(out, x, {mask > 0});  // expect: SF501 `at::cuda::index_out(out, x, {mask > 0})`
  at::cuda::nonzero_out(out, x);            // expect: SF502 `at::cuda::nonzero_out(out, x)`
  at::cuda::nonzero(x);                     // expect: SF502 `at::cuda::nonzero(x)`
  at::cuda::set_device(0);
}
