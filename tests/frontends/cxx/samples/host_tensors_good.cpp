// Tensors in host memory, as names and types tell.
#include <ATen/ATen.h>

namespace at::native {

int64_t widest(const Tensor& nested) {
  auto sizes = get_nested_tensor_impl(nested)->get_nested_sizes();
  TORCH_CHECK(sizes.equal(sizes.clone()));
  return at::prod(sizes, -1).max().item<int64_t>();
}

int64_t last_offset_cpu(const std::vector<at::Tensor>& offsets) { return offsets[0][-1].item<int64_t>(); }

Tensor& add_bias_cpu(Tensor& output, const std::optional<Tensor>& bias_opt) {
  c10::MaybeOwned<Tensor> borrowed = at::borrow_from_optional_tensor(bias_opt);
  const Tensor& bias = *borrowed;
  return output.copy_(bias.reshape({-1, 1}));
}

Tensor same_type(const Tensor& self, const Tensor& other, std::optional<ScalarType> dtype) {
  auto common = at::result_type(self, other);
  Tensor converted = dtype.has_value() ? self.toType(dtype.value()) : self;
  return converted.to(common);
}

Tensor& frequencies(int64_t n, Tensor& out) { return native::arange_out(n / 2 + 1, out); }

}  // namespace at::native

void print(const ov::Tensor& tensor) { std::cout << tensor.get_shape() << tensor.data<float>()[0]; }
