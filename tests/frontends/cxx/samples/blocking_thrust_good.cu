// Thrust on the host, without a wait, or on the device itself.
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>

void without_wait(int* keys, int n, cudaStream_t stream) {
  thrust::sort(thrust::cuda::par_nosync.on(stream), keys, keys + n);
  cub::DeviceReduce::Sum(nullptr, bytes, keys, keys + n, n, stream);
}

void on_the_host(int* keys, int n, thrust::host_vector<float>& values) {
  thrust::sort(thrust::host, keys, keys + n);
  thrust::sort(values.begin(), values.end());
  thrust::sort(keys, keys + n);
  float head = values[0];
}

__global__ void kernel(int* keys, int n) { thrust::sort(thrust::seq, keys, keys + n); }

void address(thrust::device_vector<int>& values) { kernel<<<1, 1>>>(thrust::raw_pointer_cast(&values[0]), 4); }
