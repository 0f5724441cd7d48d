// A plain CUDA program with a free launch, a wait, a copy into pageable memory and one into pinned memory in each step.
//     nvcc -g -o waits waits.cu && syncfree-lint confirm -- ./waits
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <dlfcn.h>

__global__ void spin(float* data, long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  data[threadIdx.x] += 1.0F;
}

// Tells the observer that a step has ended; null where the program runs without it.
void (*find_end_step())() {
  const char* path = std::getenv("SYNCFREE_OBSERVER");
  void* observer = path != nullptr ? dlopen(path, RTLD_LAZY) : nullptr;
  return observer != nullptr ? reinterpret_cast<void (*)()>(dlsym(observer, "syncfree_step")) : nullptr;
}

int main() {
  void (*const end_step)() = find_end_step();
  constexpr int kCount = 1 << 20;
  float* data = nullptr;
  float* pinned = nullptr;
  cudaStream_t stream;
  cudaMalloc(&data, kCount * sizeof(float));
  cudaMallocHost(&pinned, kCount * sizeof(float));
  cudaStreamCreate(&stream);
  std::vector<float> pageable(kCount);
  for (int step = 0; step < 60; ++step) {
    spin<<<1, 32, 0, stream>>>(data, 2'000'000);
    cudaMemcpyAsync(pinned, data, kCount * sizeof(float), cudaMemcpyDeviceToHost, stream);
    spin<<<1, 32, 0, stream>>>(data, 2'000'000);
    cudaMemcpyAsync(pageable.data(), data, kCount * sizeof(float), cudaMemcpyDeviceToHost, stream);
    spin<<<1, 32, 0, stream>>>(data, 2'000'000);
    cudaStreamSynchronize(stream);
    cudaMemcpy(data, pinned, kCount * sizeof(float), cudaMemcpyHostToDevice);
    if (end_step != nullptr) end_step();
  }
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
