// SF604
#include <cuda_runtime.h>

void wait(cudaEvent_t event, cudaStream_t stream) {
  while (cudaEventQuery(event) == cudaErrorNotReady) {  // expect: SF604 `cudaEventQuery(event)`
  }
  while (cudaStreamQuery(stream) != cudaSuccess) pause();  // expect: SF604 `cudaStreamQuery(stream)`
}
