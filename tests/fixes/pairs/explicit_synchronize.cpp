#### the current stream in place of the device, inside a macro's argument
#include <torch/extension.h>

void step(at::Tensor x) {
  C10_CUDA_CHECK(cudaDeviceSynchronize());  // all of it
}
#### => unsafe
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

void step(at::Tensor x) {
  C10_CUDA_CHECK(cudaStreamSynchronize(at::cuda::getCurrentCUDAStream()));  // all of it
}
#### without libtorch there is no current stream to name
#include <cuda_runtime.h>

void step() {
  cudaDeviceSynchronize();
}
#### => nothing
