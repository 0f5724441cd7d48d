// Stands before a CUDA source in place of Clang's own wrapper, which knows CUDA up to 12: what nvcc would say of
// itself, and CUDA's words for device code as remarks. All functions are the host's to Clang then, as in nvcc's host
// pass; which ones are not, the remarks tell.
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
#ifdef CUDA_VERSION
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#else
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#endif
#define __CUDACC_VER_BUILD__ 0
#if __has_include(<host_defines.h>)
#include <host_defines.h>
#endif
#undef __location__
#define __location__(place) __attribute__((annotate("syncfree:" #place)))
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#undef __grid_constant__
#define __host__
#define __device__ __attribute__((annotate("syncfree:device")))
#define __global__ __attribute__((global))
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#if __has_include(<cuda_runtime.h>)
#include <cuda_runtime.h>
extern "C" int cudaConfigureCall(dim3, dim3, __SIZE_TYPE__ = 0, void* = nullptr);
#else
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1);
};
struct uint3 {
  unsigned x, y, z;
};
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern "C" int cudaConfigureCall(dim3, dim3, __SIZE_TYPE__ = 0, void* = nullptr);
#endif
