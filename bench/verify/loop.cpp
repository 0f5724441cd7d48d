// Logistic regression by hand, with ATen: a training loop in C++ with the waits that such loops have.
//     syncfree-lint verify --build 'sh build.sh' -- ./loop
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <ATen/ATen.h>
#include <dlfcn.h>

// Functions of the observer; null where the program runs without it.
template <typename Function>
Function* find(const char* name) {
  const char* path = std::getenv("SYNCFREE_OBSERVER");
  void* observer = path != nullptr ? dlopen(path, RTLD_LAZY) : nullptr;
  return observer != nullptr ? reinterpret_cast<Function*>(dlsym(observer, name)) : nullptr;
}

int main() {
  auto* end_of_step = find<void()>("syncfree_step");
  auto* keep = find<void(const char*, const char*, const void*, unsigned long long)>("syncfree_keep");
  at::manual_seed(0);
  constexpr long kRows = 8192, kColumns = 2048;
  at::Tensor inputs = at::randn({kRows, kColumns}, at::kCUDA);
  at::Tensor targets = (inputs.select(1, 0) > 0).to(at::kFloat);
  at::Tensor weights = at::zeros({kColumns}, at::kCUDA);
  at::Tensor losses = at::zeros({60}, at::kCUDA);
  const auto begun = std::chrono::steady_clock::now();
  for (int step = 0; step < 60; ++step) {
    at::Tensor noise = at::zeros({kRows}).to(inputs.device());
    at::Tensor position = at::arange(kRows).to(inputs.device());
    at::Tensor scores = at::matmul(inputs, weights) + noise + 1e-9 * position;
    at::Tensor wrong = at::sigmoid(scores) - targets;
    at::Tensor mask = at::ones({kColumns}).to(inputs.device());
    weights = weights - 0.5 / kRows * at::matmul(inputs.t(), wrong) * mask;
    losses.select(0, step).copy_(wrong.square().mean());
    if (end_of_step != nullptr) end_of_step();
  }
  const at::Tensor kept = losses.cpu(), learnt = weights.cpu();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  if (keep != nullptr) {
    keep("losses", "float32", kept.data_ptr(), 60);
    keep("weights", "float32", learnt.data_ptr(), kColumns);
  }
  std::printf("%.3f ms a step, loss %.9g, weights %.9g\n", took.count() / 60, kept.select(0, 59).item<double>(),
              learnt.abs().sum().item<double>());
}
