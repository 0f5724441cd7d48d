// What one build leaves out, another runs.
#include <cuda_runtime.h>

void not_there_in_one_build() {
#if USE_INPUT_KV
  throw std::runtime_error("not implemented");
#else
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
  cudaStreamSynchronize(0);  // expect: SF601 `cudaStreamSynchronize(0)`
}

int after_a_macro() {
  HANDLE_TH_ERRORS
#ifdef USE_CUDA
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  return 1;
#else
  return 0;
#endif
  END_HANDLE_TH_ERRORS
}

int earlier_in_one_build(int n) {
#ifdef FAST
  n += 1;
  return n;
#endif
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
  return n;
}

float declared_in_one_build(const at::Tensor& x) {
#if WITH_SUM
  auto value = x.sum();
#else
  auto value = x.max();
  if (!value.defined()) return 0;
#endif
  return value.item<float>();  // expect: SF301 `value.item<float>()`
}
