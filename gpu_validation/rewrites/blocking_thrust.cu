#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

// fix: unsafe
// run: stream=default
extern "C" void filled(float* a, float*, float*, long n) {
  thrust::fill(thrust::device, a, a + n, 1.5f);
}

// fix: unsafe
// run: stream=default
extern "C" void sorted(float* a, float*, float*, long n) {
  thrust::sort(thrust::device,  // in place
               a, a + n);
}

// fix: unsafe
// run: stream=default
extern "C" void largest_so_far(float* a, float* b, float*, long n) {
  thrust::inclusive_scan(thrust::cuda::par, a, a + n, b, thrust::maximum<float>());
}

// fix: unsafe
// run: stream=default
extern "C" void filled_on_a_stream(float* a, float*, float*, long n) {
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  thrust::fill(thrust::cuda::par.on(stream), a, a + n, 1.5f);
}
