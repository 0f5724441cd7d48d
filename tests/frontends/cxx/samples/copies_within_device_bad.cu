// SF602: a copy whose kind is left to the pointers waits only if one of them leads to the host.
#include <hip/hip_runtime.h>

void transpose(float* out, float* in, float* numbers, int n) {
  hipLaunchKernelGGL(transposed, dim3(n), dim3(32), 0, 0, out, in, n);
  hipMemcpy(out, in, n, hipMemcpyDefault);
  hipMemcpy(out, numbers, n, hipMemcpyDefault);  // expect: SF602? `hipMemcpy(out, numbers, n, hipMemcpyDefault)`
}

void scale(float* d_out, float* d_in, float* h_in, int n) {
  cudaMemcpy(d_out, d_in, n, cudaMemcpyDefault);
  cudaMemcpy(d_out, h_in, n, cudaMemcpyDefault);  // expect: SF602 `cudaMemcpy(d_out, h_in, n, cudaMemcpyDefault)`
}

void keep(Array& kept, Array& made, std::vector<float>& values, int n) {
  cudaMemcpy(kept.device_data() + n, made.device_data(), n, cudaMemcpyDefault);
  cudaMemcpy(kept.mutable_gpu_data(), made.gpu_data(), n, cudaMemcpyDefault);
  cudaMemcpy(kept.device_data(), values.data(), n, cudaMemcpyDefault);  // expect: SF602 `cudaMemcpy(kept.device_data(), values.data(), n, cudaMemcpyDefault)`
  cudaMemcpy(kept.device_data(), made.host_data(), n, cudaMemcpyDefault);  // expect: SF602 `cudaMemcpy(kept.device_data(), made.host_data(), n, cudaMemcpyDefault)`
}
