// Sources for several vendors call the runtime's functions by names of their own, which a header elsewhere defines.
#include "gpu_runtime.h"

int longest(const int* lengths, int count) {
  gpuDeviceSynchronize();  // expect: SF601 `gpuDeviceSynchronize()`
  int* host = new int[count];
  CHECK(gpuMemcpy(host, lengths, count * sizeof(int), gpuMemcpyDeviceToHost));  // expect: SF602 `gpuMemcpy(host, lengths, count * sizeof(int), gpuMemcpyDeviceToHost)`
  return *std::max_element(host, host + count);
}
