// Waits on the device, code for the device, and what only looks like a wait.
#include <cuda_runtime.h>

// cudaDeviceSynchronize();
const char* message = "cudaDeviceSynchronize() failed";

void on_the_device(cudaStream_t stream, cudaEvent_t event) {
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(stream, event, 0);
}

__global__ void parent() {
  cudaDeviceSynchronize();
  __syncthreads();
}

#if 0
void never() { cudaDeviceSynchronize(); }
#endif

cudaError_t cudaStreamSynchronize(cudaStream_t stream);

void suppressed(cudaStream_t stream) {
  cudaStreamSynchronize(stream);  // NOLINT(SF601): the buffer is handed to another library
  // NOLINTNEXTLINE
  cudaDeviceSynchronize();
}
