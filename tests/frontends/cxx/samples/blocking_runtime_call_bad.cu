// SF602: `?` after a code marks a finding that is only possible.
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call)                                 \
  do {                                              \
    cudaError_t status = (call);                    \
    if (status != cudaSuccess) throw status;        \
  } while (0)

__constant__ float table[16];

void copies(float* host, float* device, const float* other, size_t bytes) {
  cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);         // expect: SF602 `cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)`
  CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));  // expect: SF602 `cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)`
  cudaMemcpyToSymbol(table, host, sizeof(table));                  // expect: SF602 `cudaMemcpyToSymbol(table, host, sizeof(table))`
  cudaMemcpy(host, other, bytes, cudaMemcpyDefault);               // expect: SF602 `cudaMemcpy(host, other, bytes, cudaMemcpyDefault)`
}

void rows(float* host, float* device, size_t pitch) {
  cudaMemcpy2D(host, 64, device, pitch, 64, 8, cudaMemcpyDeviceToHost);  // expect: SF602 `cudaMemcpy2D(host, 64, device, pitch, 64, 8, cudaMemcpyDeviceToHost)`
}

void by_direction(float* to, const float* from, size_t bytes, bool up) {
  const cudaMemcpyKind kind = up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
  cudaMemcpy(to, from, bytes, kind);  // expect: SF602? `cudaMemcpy(to, from, bytes, kind)`
}

void maybe_pageable(float* host, float* device, size_t bytes, cudaStream_t stream) {
  cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream);  // expect: SF602? `cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream)`
}

void driver(CUdeviceptr device, void* host, size_t bytes) {
  cuMemcpyHtoD(device, host, bytes);  // expect: SF602 `cuMemcpyHtoD(device, host, bytes)`
  cuMemcpyDtoH(host, device, bytes);  // expect: SF602 `cuMemcpyDtoH(host, device, bytes)`
}

void release(void* device, cublasHandle_t handle) {
  cudaFree(device);       // expect: SF602? `cudaFree(device)`
  cublasDestroy(handle);  // expect: SF602 `cublasDestroy(handle)`
}
