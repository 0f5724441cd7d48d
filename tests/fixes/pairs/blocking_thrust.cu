#### on the current stream, in a macro's argument and over lines
#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

void step(int* keys, int n) {
  thrust::sort(thrust::device,  // by key
               keys, keys + n);
}
#### => unsafe
#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

void step(int* keys, int n) {
  thrust::sort(thrust::cuda::par_nosync.on(at::cuda::getCurrentCUDAStream()),  // by key
               keys, keys + n);
}
#### without libtorch on the stream that it runs on
#include <thrust/execution_policy.h>
#include <thrust/fill.h>

void step(int* keys, int n) {
  thrust::fill(thrust::cuda::par, keys, keys + n, 1);
}
#### => unsafe
#include <thrust/execution_policy.h>
#include <thrust/fill.h>

void step(int* keys, int n) {
  thrust::fill(thrust::cuda::par_nosync, keys, keys + n, 1);
}
#### a result that the host takes, and one whose size it needs
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>

int step(int* keys, int n) {
  thrust::remove(thrust::device, keys, keys + n, 0);
  return thrust::reduce(thrust::device, keys, keys + n);
}
#### => nothing
#### a policy with its stream keeps it
#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

void step(int* keys, int n, cudaStream_t stream) {
  thrust::sort(thrust::cuda::par.on(stream), keys, keys + n);
}
#### => unsafe
#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

void step(int* keys, int n, cudaStream_t stream) {
  thrust::sort(thrust::cuda::par_nosync.on(stream), keys, keys + n);
}
#### what else is made of a policy
#include <ATen/cuda/CUDAContext.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

void step(int* keys, int n) {
  thrust::sort(thrust::device.with(1), keys, keys + n);
}
#### => nothing
#### where the iterators say where it runs
#include <thrust/device_vector.h>
#include <thrust/sort.h>

void step(thrust::device_vector<int>& keys, cudaStream_t stream) {
  thrust::sort(keys.begin(), keys.end());
}
#### => suggestion
#include <thrust/device_vector.h>
#include <thrust/sort.h>

void step(thrust::device_vector<int>& keys, cudaStream_t stream) {
  thrust::sort(thrust::cuda::par_nosync.on(stream), keys.begin(), keys.end());
}
#### the place of one value, which the host is told
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>

int step(int* keys, int n) {
  auto end = thrust::lower_bound(thrust::device, keys, keys + n, 3);
  return end - keys;
}
#### => nothing
#### the places of many values
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>

void step(int* keys, int n, int* values, int m, int* places) {
  thrust::lower_bound(thrust::device, keys, keys + n, values, values + m, places);
}
#### => unsafe
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>

void step(int* keys, int n, int* values, int m, int* places) {
  thrust::lower_bound(thrust::cuda::par_nosync, keys, keys + n, values, values + m, places);
}
