#include <ATen/cuda/CUDAContext.h>
#include <cuda_runtime.h>

// fix: unsafe
// run: stream=default
extern "C" void to_the_device(float* a, float*, float* host, long n) {
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
}

// fix: unsafe
// run: stream=default
extern "C" void rows_to_the_device(float* a, float*, float* host, long n) {
  cudaMemcpy2D(a, 4096, host, 4096, 2048, n / 1024, cudaMemcpyHostToDevice);
}

// fix: unsafe
// run: stream=default
extern "C" void to_the_device_on_a_stream(float* a, float*, float* host, long n) {
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
}
