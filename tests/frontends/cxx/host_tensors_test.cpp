// Tensors of which the text says that they lie in host memory: each snippet says at its lines what is found in it.
#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

struct SomeTensors {
  const char* name;
  const char* source;
};

class HostTensors : public testing::TestWithParam<SomeTensors> {};

TEST_P(HostTensors, AreReadWithoutAWait) {
  const std::string_view source = GetParam().source;
  EXPECT_EQ(actual_findings("snippet.cpp", source), expected_findings(source)) << source;
}

const SomeTensors kTensors[] = {
    {"AModuleWorksWhereItsInputsLie", R"(#include <torch/script.h>
float pushed(torch::jit::script::Module* model, float* numbers) {
  torch::Tensor x = torch::from_blob(numbers, {8}, torch::TensorOptions().dtype(torch::kFloat32)).clone();
  std::vector<torch::jit::IValue> inputs(0);
  inputs.push_back(x);
  auto out = model->forward(inputs).toTensor();
  return out[0].item<float>();
}
float braced(torch::jit::script::Module& model, torch::Tensor y) {
  torch::Tensor x = torch::zeros({8});
  std::vector<torch::jit::IValue> inputs = {x, y};
  return model.forward(inputs).toTensor()[0].item<float>() + model.forward({x}).toTensor()[0].item<float>();
}
float of_device(torch::jit::script::Module& model) {
  torch::Tensor x = torch::zeros({8}, torch::kCUDA);
  std::vector<torch::jit::IValue> inputs{x};
  auto out = model.forward(inputs).toTensor();
  return out[0].item<float>();  // expect: SF301 `out[0].item<float>()`
})"},
    {"ASpanLooksIntoATensor", R"(#include <torch/torch.h>
at::Tensor kept(const at::Tensor& x, const std::vector<long>& positions) {
  const at::Tensor mask = x.any(1);
  const at::Tensor found = at::nonzero(mask).squeeze();
  const std::span<const bool> keep(mask.data_ptr<bool>(), mask.size(0));
  relabel(positions, keep);
  return found;
})"},
    {"ABranchForTheOtherDevice", R"(#include <torch/torch.h>
torch::Tensor on_gpu(torch::Tensor x, torch::Tensor y);
float either(torch::Tensor x, torch::Tensor y) {
  float most = 0;
  if (x.is_cuda()) {
    on_gpu(x, y);
  } else {
    most = y.max().item<float>();
  }
  return most + y.max().item<float>();  // expect: SF301 `y.max().item<float>()`
}
torch::Tensor first(torch::Tensor x, torch::Tensor y) {
  if (x.device().is_cuda()) return on_gpu(x, y);
  return x * y.max().item<float>();
}
torch::Tensor last(torch::Tensor x, torch::Tensor y) {
  if (!x.is_cuda()) return x * y.max().item<float>();
  return x * y.max().item<float>();  // expect: SF301 `y.max().item<float>()`
}
torch::Tensor moved(torch::Tensor x, torch::Tensor y) {
  if (!x.is_cuda()) x = to_device(x) * y.max().item<float>();  // expect: SF301 `y.max().item<float>()`
  return x;
})"},
    {"AVectorOfAnotherLibrary", R"(#include <thrust/device_vector.h>
#include <vecmem/containers/device_vector.hpp>
void sort(View view) {
  vecmem::device_vector<int> keys(view);
  thrust::device_vector<int> other(8);  // expect: SF603 `other(8)`
})"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, HostTensors, testing::ValuesIn(kTensors),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
