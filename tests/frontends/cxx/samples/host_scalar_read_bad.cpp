// SF301
#include <torch/extension.h>

int64_t longest(const at::Tensor& lengths) {
  return lengths.max().item<int64_t>();  // expect: SF301 `lengths.max().item<int64_t>()`
}

void check(torch::Tensor index, int64_t size) {
  TORCH_CHECK(index.lt(size).all().item<bool>(), "out of range");  // expect: SF301 `index.lt(size).all().item<bool>()`
  if (index.min().item().toInt() < 0) {                            // expect: SF301 `index.min().item()`
    throw std::out_of_range("negative");
  }
}

void dispatched(const at::Tensor& x) {
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dispatched", [&] {
    auto scale = x.abs().max().item<scalar_t>();  // expect: SF301 `x.abs().max().item<scalar_t>()`
    kernel<scalar_t><<<1, 256>>>(x.data_ptr<scalar_t>(), scale);
  });
}

void behind_addresses(at::Tensor counts) {
  at::Tensor *first = &counts, second;
  first->item<float>();   // expect: SF301 `first->item<float>()`, SF701 `first->item<float>()`
  second = *first;
  second.item<float>();   // expect: SF301 `second.item<float>()`
}
