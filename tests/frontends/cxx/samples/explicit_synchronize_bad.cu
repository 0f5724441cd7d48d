// SF601
#include <ATen/cuda/CUDAContext.h>
#include <cuda_runtime.h>

#define SYNCHRONIZE() check(cudaDeviceSynchronize())

#define WAIT_FOR(stream) cudaStreamSynchronize(stream)  // expect: SF601 `cudaStreamSynchronize(stream)`

void runtime(cudaStream_t stream, cudaEvent_t event) {
  cudaDeviceSynchronize();        // expect: SF601 `cudaDeviceSynchronize()`
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
  cudaEventSynchronize(event);    // expect: SF601 `cudaEventSynchronize(event)`
}

void driver(CUstream stream) {
  cuCtxSynchronize();           // expect: SF601 `cuCtxSynchronize()`
  cuStreamSynchronize(stream);  // expect: SF601 `cuStreamSynchronize(stream)`
}

void torch_streams(int n) {
  at::cuda::getCurrentCUDAStream().synchronize();  // expect: SF601 `at::cuda::getCurrentCUDAStream().synchronize()`
  for (int i = 0; i < n; ++i) {
    SYNCHRONIZE();  // expect: SF601 `SYNCHRONIZE()`
  }
}

struct Timer {
  float stop() {
#ifdef WITH_TIMING
    cudaEventSynchronize(end_);  // expect: SF601 `cudaEventSynchronize(end_)`
#endif
    return 0;
  }
  cudaEvent_t end_;
};

void of_the_library(cuda::stream_ref stream, cuda::event_ref event, std::future<int>& other) {
  stream.wait();  // expect: SF601 `stream.wait()`
  stream.sync();  // expect: SF601 `stream.sync()`
  event.sync();   // expect: SF601 `event.sync()`
  other.wait();
}
