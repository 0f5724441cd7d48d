// One look is no wait.
#include <cuda_runtime.h>

bool is_done(cudaEvent_t event) { return cudaEventQuery(event) == cudaSuccess; }
