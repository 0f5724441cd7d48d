// SF603
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

void with_policies(int* keys, int n, cudaStream_t stream) {
  thrust::sort(thrust::device, keys, keys + n);                      // expect: SF603 `thrust::sort(thrust::device, keys, keys + n)`
  thrust::sort(thrust::cuda::par.on(stream), keys, keys + n);        // expect: SF603 `thrust::sort(thrust::cuda::par.on(stream), keys, keys + n)`
  auto policy = thrust::cuda::par_nosync.on(stream);
  int sum = thrust::reduce(policy, keys, keys + n);                  // expect: SF603 `thrust::reduce(policy, keys, keys + n)`
  int* end = thrust::unique(policy, keys, keys + n);                 // expect: SF603 `thrust::unique(policy, keys, keys + n)`
}

template <class Policy>
void with_any_policy(Policy& policy, int* keys, int n) {
  thrust::sort(policy, keys, keys + n);  // expect: SF603? `thrust::sort(policy, keys, keys + n)`
}

void by_iterators(thrust::device_vector<int>& values) {
  thrust::fill(values.begin(), values.end(), 1);      // expect: SF603 `thrust::fill(values.begin(), values.end(), 1)`
  auto first = thrust::device_pointer_cast(values.data());
  thrust::sort(first, first + values.size());         // expect: SF603 `thrust::sort(first, first + values.size())`
}

void containers(const thrust::host_vector<float>& source) {
  thrust::device_vector<float> values = source;  // expect: SF603 `values = source`
  float head = values[0];                        // expect: SF603 `values[0]`
  thrust::host_vector<float> back = values;      // expect: SF603 `back = values`
}

void without_the_namespace(int* keys, int n, cudaStream_t stream) {
  using namespace thrust;
  inclusive_scan(cuda::par, keys, keys + n, keys);          // expect: SF603 `inclusive_scan(cuda::par, keys, keys + n, keys)`
  sort(thrust::cuda::par.on(stream), keys, keys + n);       // expect: SF603 `sort(thrust::cuda::par.on(stream), keys, keys + n)`
  inclusive_scan(cuda::par_nosync.on(stream), keys, keys + n, keys);
  sort(keys, keys + n);
}

void to_wherever(float* values, int n, Storage& storage, std::vector<float>& kept) {
  thrust::copy(values, values + n, storage.begin());  // expect: SF603? `thrust::copy(values, values + n, storage.begin())`
  thrust::copy(values, values + n, kept.begin());
}
