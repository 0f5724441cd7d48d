// Which branches of `#if` are read: each snippet says at its lines what is found in it.
#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

struct SomeBuild {
  const char* name;
  const char* source;
};

class Builds : public testing::TestWithParam<SomeBuild> {};

TEST_P(Builds, AreReadAsTheFileSays) {
  const std::string_view source = GetParam().source;
  EXPECT_EQ(actual_findings("snippet.cu", source), expected_findings(source)) << source;
}

const SomeBuild kBuilds[] = {
    {"BothBranchesOfASwitchAreRead", R"(
void f(cudaStream_t s) {
#ifdef FAST
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
})"},
    {"BranchesThatDoNotFitTogether", R"(
#ifdef OLD
void f(int a) {
#else
void f(int a, int b) {
#endif
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"WhatACommentSwitchesOff", R"(
// #define WITH_TRACKING
//#define TRIES 3
#define FAST
// #define FAST
void f(cudaStream_t s) {
#ifdef WITH_TRACKING
  cudaStreamSynchronize(s);
#elif defined(TRIES)
  cudaEventSynchronize(s);  // expect: SF601 `cudaEventSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
#ifdef FAST
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})"},
    {"BuildsThatMakeEachLaunchWait", R"(
void check(cudaError_t code) {
#ifdef MY_DEVICE_SYNCHRONIZE
  if (code == cudaSuccess) code = cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
#endif
}
)"},
    {"BranchesMayEndInAMacroWithoutASemicolon", R"(
void f(cudaStream_t stream) {
#ifdef FAST
  launch(stream);
#else
  PROJECT_CALL(cudaStreamSynchronize(stream);)  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
}
void g(cudaStream_t stream) {
#ifdef PROJECT_USE_SYCL
  cudaStreamSynchronize(stream);
#else
  PROJECT_CALL(cudaStreamSynchronize(stream))  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
})"},
    {"BuildsThatLookForErrors", R"(
inline void check(cudaStream_t s) {
#ifdef CUDA_ERROR_CHECK
  cudaError_t error = cudaDeviceSynchronize();  // expect: SF601? `cudaDeviceSynchronize()`
#endif
#if defined(MY_CHECK_ERRORS)
  cudaStreamSynchronize(s);  // expect: SF601? `cudaStreamSynchronize(s)`
#endif
#ifndef NO_ERROR_CHECK
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})"},
    {"BuildsThatTheFileMakesLookForErrors", R"(
#define CUDA_ERROR_CHECK
inline void check() {
#ifdef CUDA_ERROR_CHECK
  cudaError_t error = cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
})"},
    {"BranchesForDebugging", R"(
#ifdef DEBUG
void check() { cudaDeviceSynchronize(); }  // expect: SF601? `cudaDeviceSynchronize()`
#endif
#define TRACE_DEBUG 1
void f(void* a, void* b, cudaStream_t stream) {
#if !defined(NDEBUG)
  cudaStreamSynchronize(stream);  // expect: SF601? `cudaStreamSynchronize(stream)`
  CUDA_CHECK(cudaMemcpy(a, b, 4, cudaMemcpyDeviceToHost));  // expect: SF602? `cudaMemcpy(a, b, 4, cudaMemcpyDeviceToHost)`
#endif
#ifdef TRACE_DEBUG
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
#ifdef NDEBUG
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
})"},
    {"WhatTheFileItselfTurnsOff", R"(
#define GUARD_SIZE 0
#ifndef CHECKED
#define CHECKED 0
#endif
void f(cudaStream_t stream) {
#if GUARD_SIZE > 0
  cudaStreamSynchronize(stream);
#endif
#if CHECKED
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
})"},
    {"WhatTheFileItselfDecides", R"(
#ifndef GUARD
#define USE_BUFFER
#ifdef __APPLE__
#define USE_BUFFER
#endif
#define PERHAPS
#ifndef DEBUG_COPIES
#define DEBUG_COPIES 0
#endif
void f(cudaStream_t stream) {
#if 1
  launch(stream);
#else
  cudaStreamSynchronize(stream);
#endif
#ifdef USE_BUFFER
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#else
  cudaStreamSynchronize(stream);
#endif
#if !defined(USE_BUFFER)
  cudaStreamSynchronize(stream);
#elif defined(OTHER)
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
#if DEBUG_COPIES
  cudaStreamSynchronize(stream);  // expect: SF601? `cudaStreamSynchronize(stream)`
#endif
#undef PERHAPS
#ifdef PERHAPS
  launch(stream);
#else
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
#endif
}
#endif
)"},
    {"AnAssertionOfAnotherBuildHasNoSemicolon", R"(
#if !defined(WITH_GRAPHICS)
static_assert(false, "needs graphics")
#endif
namespace n {
void f() { cudaDeviceSynchronize(); }  // expect: SF601 `cudaDeviceSynchronize()`
})"},
    {"OtherBuildsMayExit", R"(
void f(cudaStream_t stream) {
#if CUDART_VERSION < 2020
  exit(EXIT_SUCCESS);
#endif
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
})"},
    {"VersionsThatAreOutOfUse", R"(
void f(cudaStream_t s) {
#if (__CUDACC_VER_MAJOR__ >= 8)
  launch(s);
#else
  cudaStreamSynchronize(s);
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION < 9020
  cudaDeviceSynchronize();
#elif CUDART_VERSION < 12000
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#else
  cudaDeviceSynchronize();  // expect: SF601 `cudaDeviceSynchronize()`
#endif
#if CUDNN_MAJOR > 5 || defined(OLD)
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#elif CUDNN_MAJOR == 12
  cudaDeviceSynchronize();
#endif
#if OTHER_VERSION < 3
  cudaStreamSynchronize(s);  // expect: SF601 `cudaStreamSynchronize(s)`
#endif
})"},
    {"NothingRunsBehindAnAbort", R"(
void f(cudaStream_t stream) {
  ABORT("not supported");
  cudaStreamSynchronize(stream);
}
void g(cudaStream_t stream) {
  if (stream == nullptr) std::abort();
  cudaStreamSynchronize(stream);  // expect: SF601 `cudaStreamSynchronize(stream)`
})"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, Builds, testing::ValuesIn(kBuilds),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
