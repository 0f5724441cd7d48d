// Calls that do not make the host wait.
#include <cuda_runtime.h>

__global__ void kernel(float* values) { values[threadIdx.x] = 0; }

void within_the_device(float* to, const float* from, size_t bytes) {
  cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
  cudaMemset(to, 0, bytes);
}

void life_of_objects(size_t bytes, cudaStream_t stream) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(stream, event, 0);
  cudaEventDestroy(event);
  cudaFreeAsync(memory, stream);
  cudaStreamDestroy(stream);
}

void launch(float* values, cudaStream_t stream) { kernel<<<1, 32, 0, stream>>>(values); }
