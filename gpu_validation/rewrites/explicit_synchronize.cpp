#include <ATen/cuda/CUDAContext.h>
#include <cuda_runtime.h>

// fix: unsafe
// run: stream=side
extern "C" void after_work_of_the_current_stream(float* a, float* b, float* host, long n) {
  cudaMemcpyAsync(a, b, n * sizeof(float), cudaMemcpyDeviceToDevice, at::cuda::getCurrentCUDAStream());
  cudaMemcpyAsync(host, a, n * sizeof(float), cudaMemcpyDeviceToHost, at::cuda::getCurrentCUDAStream());
  cudaDeviceSynchronize();
  host[0] += 1;
}

// fix: unsafe
// run: stream=side
extern "C" void on_the_stream_that_is_there(float* a, float* b, float* host, long n) {
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  cudaMemcpyAsync(a, b, n * sizeof(float), cudaMemcpyDeviceToDevice, stream);
  cudaMemcpyAsync(host, a, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaDeviceSynchronize();
  host[0] += 1;
}
