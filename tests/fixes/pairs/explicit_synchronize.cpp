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
#### a parameter is the stream
#include <cuda_runtime.h>

void step(cudaStream_t stream, int n) {
  cudaDeviceSynchronize();
}
#### => unsafe
#include <cuda_runtime.h>

void step(cudaStream_t stream, int n) {
  cudaStreamSynchronize(stream);
}
#### of several streams nobody knows which is meant
#include <cuda_runtime.h>

void step() {
  cudaStream_t streams[2];
  cudaDeviceSynchronize();
}

void two() {
  cudaStream_t first, second;
  cudaDeviceSynchronize();
}
#### => nothing
#### without libtorch there is no current stream to name
#include <cuda_runtime.h>

void step() {
  cudaDeviceSynchronize();
}
#### => nothing
#### a stream waits for an event
#include <cuda_runtime.h>

void step(cudaEvent_t* events, int i) {
  CHECK(cudaEventSynchronize(events[i]));  // the last one
}
#### => nothing
#### a mark to wait for later
#include <cuda_runtime.h>

void step(cudaStream_t stream) {
  cudaStreamSynchronize(stream);
}
#### => nothing
#### the driver's
#include <cuda.h>

void step(CUstream s, CUevent e) {
  cuEventSynchronize(e);
}
#### => nothing
#### out of a macro's body there is nothing to write to
#include <torch/extension.h>
#define SYNC() cudaDeviceSynchronize()
#define WAIT cudaDeviceSynchronize()

void step(at::Tensor x) {
  SYNC();
  WAIT;
}
#### => nothing
#### on the stream that is there
#include <cuda_runtime.h>

void step(float* a, cudaStream_t stream) {
  cudaDeviceSynchronize();
}
#### => unsafe
#include <cuda_runtime.h>

void step(float* a, cudaStream_t stream) {
  cudaStreamSynchronize(stream);
}
#### of several streams none is the one
#include <torch/extension.h>

void step(float* a, cudaStream_t first, cudaStream_t second) {
  cudaDeviceSynchronize();
}
#### => nothing
#### what a comment includes is not included
/*
#include <torch/old.h>
*/
  #include <torch/torch.h>

void step(at::Tensor x) {
  cudaDeviceSynchronize();
}
#### => unsafe
/*
#include <torch/old.h>
*/
#include <ATen/cuda/CUDAContext.h>
  #include <torch/torch.h>

void step(at::Tensor x) {
  cudaStreamSynchronize(at::cuda::getCurrentCUDAStream());
}
