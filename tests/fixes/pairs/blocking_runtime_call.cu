#### to the device, over several lines
#include <ATen/cuda/CUDAContext.h>

void step(float* a, const float* host, size_t n) {
  cudaMemcpy(a, host,  // the whole of it
             n * sizeof(float),
             cudaMemcpyHostToDevice);
}
#### => unsafe
#include <ATen/cuda/CUDAContext.h>

void step(float* a, const float* host, size_t n) {
  cudaMemcpyAsync(a, host,  // the whole of it
             n * sizeof(float),
             cudaMemcpyHostToDevice, at::cuda::getCurrentCUDAStream());
}
#### to the host: whoever reads has to wait
#include <ATen/cuda/CUDAContext.h>

float step(const float* a) {
  float host;
  cudaMemcpy(&host, a, sizeof(float), cudaMemcpyDeviceToHost);
  return host;
}
#### => nothing
#### no stream is near
#include <cuda_runtime.h>

void step(float* a, const float* host, size_t n) {
  CHECK(cudaMemcpy(a, host, n, cudaMemcpyHostToDevice));
}
#### => nothing
#### in a macro's body
#include <ATen/cuda/CUDAContext.h>
#define COPY(a, b, n) \
  cudaMemcpy(a, b, n, cudaMemcpyHostToDevice)

void step(float* a, const float* host, size_t n) {
  COPY(a, host, n);
}
#### => nothing
#### on the stream of the function, whichever library it is of
#include <cuda_runtime.h>

void step(float* a, const float* host, size_t n, const cudaStream_t& stream) {
  if (n > 0) cudaMemcpy(a, host, n, cudaMemcpyHostToDevice); else return;
}
#### => unsafe
#include <cuda_runtime.h>

void step(float* a, const float* host, size_t n, const cudaStream_t& stream) {
  if (n > 0) cudaMemcpyAsync(a, host, n, cudaMemcpyHostToDevice, stream); else return;
}
