// Calls that lead to waits, and what the rules that follow control flow say.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/progress.h"
#include "driver/settings.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

using Found = std::vector<std::string>;

driver::CheckResult check(std::string_view source, std::string_view file = "calls.cu") {
  driver::CheckRequest request;
  request.text = driver::SourceText{std::string(file), std::string(source)};
  request.settings = driver::default_settings(std::filesystem::current_path());
  request.settings.confidence = engine::Confidence::kPossible;
  driver::Progress progress;
  return driver::check(request, progress);
}

std::string line_of(const driver::CheckResult& result, const engine::Finding& finding) {
  return std::to_string(result.report.files[finding.file].lines->position(finding.range.begin).line);
}

/// "3: ~Guard", with a question mark where the call only may wait.
Found calls(std::string_view source) {
  const driver::CheckResult result = check(source);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    const std::string words = "leads to `";
    const std::size_t at = finding.message.find(words);
    if (at == std::string::npos) continue;
    const std::size_t name = at + words.size();
    const char* doubt = finding.confidence == engine::Confidence::kPossible ? "?" : "";
    found.push_back(line_of(result, finding) + ": " +
                    finding.message.substr(name, finding.message.find('`', name) - name) + doubt);
  }
  std::ranges::sort(found);
  return found;
}

/// "3: SF703" of findings and of what is said besides.
Found rules(std::string_view source, std::string_view start) {
  const driver::CheckResult result = check(source);
  Found found;
  for (const engine::Finding& finding : result.report.findings) {
    if (finding.code.starts_with(start)) found.push_back(line_of(result, finding) + ": " + std::string(finding.code));
    for (const engine::AlsoFound& also : finding.also) {
      if (also.code.starts_with(start)) found.push_back(line_of(result, finding) + ": " + std::string(also.code));
    }
  }
  std::ranges::sort(found);
  return found;
}

TEST(CxxCalls, DestructorsAreCalledWhereTheObjectIsDeclared) {
  EXPECT_EQ(calls(R"(struct Guard {
  cudaStream_t stream;
  ~Guard() { cudaStreamSynchronize(stream); }
};
struct Buffer { ~Buffer() { cudaFree(data); } void* data; };
void f(cudaStream_t stream, Guard& other) {
  Guard guard{stream};
  Buffer buffer;
  Guard* pointer = nullptr;
  Guard& same = other;
  static Guard forever{stream};
}
)"),
            (Found{"7: ~Guard"}));
}

TEST(CxxCalls, LambdasAreCalledByTheirVariables) {
  EXPECT_EQ(calls(R"(void f(cudaStream_t stream, int n) {
  auto wait = [&] { cudaStreamSynchronize(stream); };
  auto wait_for = [](cudaStream_t s) { cudaStreamSynchronize(s); };
  auto nothing = [&] { return n; };
  wait();
  wait_for(stream);
  nothing();
}
void g(cudaStream_t stream) {
  auto wait = [&] { return 0; };
  wait();
}
)"),
            (Found{"5: wait", "6: wait_for"}));
}

TEST(CxxCalls, WithNothingToDoNobodyWaits) {
  EXPECT_EQ(calls(R"(void by_size(void* a, void* b, int count) {
  if (count > 0) cudaMemcpy(a, b, count, cudaMemcpyDeviceToHost);
}
void by_values(void* a, const std::vector<int>& values) {
  if (!values.empty()) cudaMemcpy(a, values.data(), 4, cudaMemcpyHostToDevice);
}
void by_switch(void* a, void* b, int depth) {
  if (depth > 0) cudaMemcpy(a, b, 4, cudaMemcpyDeviceToHost);
}
void by_other(void* a, void* b, int count) {
  if (count > 0) return;
  else cudaMemcpy(a, b, 4, cudaMemcpyDeviceToHost);
}
void f(void* a, void* b, const std::vector<int>& values, int n) {
  by_size(a, b, 4);
  by_values(a, values);
  by_switch(a, b, 1);
  by_other(a, b, n);
}
)"),
            (Found{"15: by_size", "16: by_values", "17: by_switch?", "18: by_other?"}));
}

TEST(CxxCalls, SpecializationsAreFunctionsOfTheName) {
  EXPECT_EQ(calls(R"(template <class T> void search(T* values, cudaStream_t stream) { throw 1; }
template <>
void search<float>(float* values, cudaStream_t stream) {
  cudaStreamSynchronize(stream);
}
void f(float* values, cudaStream_t stream) { search<float>(values, stream); }
)"),
            (Found{"6: search"}));
}

TEST(CxxCalls, WhatWaitsTheFirstTime) {
  EXPECT_EQ(calls(R"(struct Scalar {
  at::cuda::CUDAEvent copied;
  bool ready;
  operator int() {
    if (!ready) {
      copied.synchronize();
      ready = true;
    }
    return 0;
  }
  void perhaps() {
    if (!ready) copied.synchronize();
  }
};
void f(Scalar& scalar) {
  static_cast<int>(scalar);
  scalar.perhaps();
}
)"),
            (Found{"16: operator conversion", "17: perhaps?"}));
}

TEST(CxxCalls, BuildsForDebuggingMayWait) {
  EXPECT_EQ(calls(R"(void launch(float* values) {
  kernel<<<1, 32>>>(values);
#ifdef DEBUG
  cudaDeviceSynchronize();
#endif
}
void f(float* values) { launch(values); }
)"),
            (Found{"7: launch?"}));
}

TEST(CxxCalls, WhatOnlyBuildsForDebuggingCallIsPossible) {
  EXPECT_EQ(calls(R"(void show(float* values) { cudaStreamSynchronize(0); }
#ifdef DEBUG_RESULT
#define SHOW(values) show(values)
#else
#define SHOW(values)
#endif
#ifndef NDEBUG
#define TRACE(values) show(values)
#endif
void f(float* values) {
#ifdef DEBUG_RESULT
  show(values);
#endif
#ifndef MY_DEBUG
  show(values);
#else
  show(values);
#endif
  SHOW(values);
  TRACE(values);
  show(values);
}
)"),
            (Found{"12: show?", "15: show", "17: show?", "20: show?", "21: show"}));
}

TEST(CxxCalls, AMacroThatChecksDecidesNothingOfWhatItIsGiven) {
  EXPECT_EQ(calls(R"(#define CHECK(x) do { cudaError_t e = x; if (e != cudaSuccess) throw fail(e); } while (0)
#define SOMETIMES(s) do { if (flag) cudaStreamSynchronize(s); } while (0)
void waits(cudaStream_t stream) { CHECK(cudaStreamSynchronize(stream)); }
void perhaps(cudaStream_t stream) { SOMETIMES(stream); }
void f(cudaStream_t stream) { waits(stream); perhaps(stream); }
)"),
            (Found{"5: perhaps?", "5: waits"}));
}

TEST(CxxCalls, ASwitchDecidesAboutItsCases) {
  EXPECT_EQ(calls(R"(void fill(void* to, int n, int kind, cudaStream_t stream) {
  switch (kind) {
    case 0:
      cudaMemsetAsync(to, 0, n, stream);
      break;
    default:
      cudaStreamSynchronize(stream);
  }
}
void f(void* to, int n, int kind, cudaStream_t stream) { fill(to, n, kind, stream); }
)"),
            (Found{"10: fill?"}));
}

TEST(CxxCalls, AFileThatDefinesItDebugsAlways) {
  EXPECT_EQ(calls(R"(#define MY_DEBUG 1
void show(float* values) { cudaStreamSynchronize(0); }
void f(float* values) {
#if MY_DEBUG
  show(values);
#endif
}
)"),
            (Found{"5: show"}));
}

TEST(CxxCalls, WhoFailsDoesNotWaitInTheStepsOfOthers) {
  const driver::CheckResult result = check(R"(void fail(const char* message) {
  cudaDeviceSynchronize();
  throw std::runtime_error(message);
}
int find(int n) {
  if (n > 1) {
    cudaDeviceSynchronize();
    return n;
  }
  throw std::runtime_error("not found");
}
void f(int n) {
  if (n > 3) fail("too many");
  find(n);
}
)");
  Found warm;
  for (const engine::Finding& finding : result.report.findings) {
    if (finding.function == "f" && finding.temperature != engine::Temperature::kCold)
      warm.push_back(line_of(result, finding));
  }
  EXPECT_EQ(warm, Found{"14"});
}

TEST(CxxCalls, AConstantDecidesWhatTheFunctionAsks) {
  EXPECT_EQ(calls(R"(void by_flag(int n, bool sync = false) {
  if (!sync) return;
  cudaDeviceSynchronize();
}
void by_text(const std::string& mode) {
  if (mode == "no") return;
  cudaDeviceSynchronize();
}
void by_pointer(const float* values, int n) {
  if (values == nullptr || n == 0) return;
  cudaDeviceSynchronize();
}
void f(float* values, bool sync, int n) {
  by_flag(n);
  by_flag(n, false);
  by_flag(n, true);
  by_flag(n, sync);
  by_text("no");
  by_text("yes");
  by_pointer(nullptr, n);
  by_pointer(values, 0);
  by_pointer(values, n);
}
)"),
            (Found{"16: by_flag", "17: by_flag", "19: by_text", "22: by_pointer"}));
}

TEST(CxxCalls, BuildsWithoutAGpuDoNotWait) {
  EXPECT_EQ(calls(R"(void copy(float* to, const float* from, size_t n) {
#ifdef USE_CUDA
  cudaMemcpy(to, from, n, cudaMemcpyHostToDevice);
#else
  memcpy(to, from, n);
#endif
}
void f(float* to, const float* from, size_t n) {
#ifdef USE_CUDA
  copy(to, from, n);
#else
  copy(to, from, n + 1);
#endif
#if !defined(MINE_WITH_GPU)
  copy(to, from, n + 2);
#elif defined(FAST)
  copy(to, from, n + 3);
#endif
#ifdef CERES_NO_CUDA
  copy(to, from, n + 4);
#else
  copy(to, from, n + 5);
#endif
#ifdef USE_CUDA_GRAPHS
  launch(to);
#else
  copy(to, from, n + 6);
#endif
#ifdef HAVE_CUDA
  copy(to, from, n + 7);
#else
  hipMemset(to, 0, n);
  copy(to, from, n + 8);
#endif
}
)"),
            (Found{"10: copy", "17: copy", "22: copy", "27: copy", "30: copy", "33: copy"}));
}

TEST(CxxCalls, AnOverloadThatTakesTheArgumentAsItIsGoesFirst) {
  EXPECT_EQ(calls(R"(struct Buffer {
  void reset(size_t size) { allocate(size); }
  template <class T>
  void reset(const Image<T>& image) { cudaMemcpy(data, image.data(), 4, cudaMemcpyHostToDevice); }
  void fill(const float* values, float value) { launch(values, value); }
  template <class T>
  void fill(const T& values, const T& value) { cudaDeviceSynchronize(); }
  void* data;
};
void f(Buffer& buffer, int n, const float* values, const Image<float>& image) {
  buffer.reset(sizeof(float) * n);
  buffer.reset(image);
  buffer.fill(values, 2.0f);
  buffer.fill(image, image);
}
)"),
            (Found{"12: reset", "14: fill"}));
}

TEST(CxxCalls, CopiesWithinTheDeviceDoNotWaitWhoeverHandsThemOn) {
  EXPECT_EQ(calls(R"(inline void copy(void* to, const void* from, size_t n) {
  cudaMemcpy(to, from, n, cudaMemcpyDefault);
}
struct Array {
  void copy_from(const float* from, size_t n) { copy(memory->device_data(), from, n); }
  void copy_from(const Array& other) { copy_from(other.device_data(), 4); }
  Memory* memory;
};
void f(Array& a, Array& b, std::vector<float>& values, float* d_values, size_t n) {
  a.copy_from(values.data(), n);
  a.copy_from(b.device_data() + n, n);
  a.copy_from(d_values, n);
  copy(a.device_data(), values.data(), n);
  copy(d_values, b.device_data(), n);
}
)"),
            (Found{"10: copy", "13: copy", "5: copy"}));
}

TEST(CxxCalls, PacksHandOnWhatTheyHold) {
  EXPECT_EQ(calls(R"(template <class... Args>
void copy(Args&&... args) {
  CHECK(cudaMemcpy(std::forward<Args>(args)...));
}
template <class First, class... Rest>
void copy_behind(First&& first, Rest... rest) {
  copy(first, rest...);
}
void f(float* a, float* b) {
  copy(a, b, 4, cudaMemcpyDeviceToDevice);
  copy(a, b, 4, cudaMemcpyDeviceToHost);
  copy_behind(a, b, 4, cudaMemcpyDeviceToDevice);
  copy_behind(a, b, 4, cudaMemcpyHostToDevice);
}
)"),
            (Found{"11: copy", "13: copy", "7: copy"}));
}

TEST(CxxCalls, OthersMayCallWithOtherConstants) {
  const driver::CheckResult result = check(R"(static void by_flag(bool sync) {
  if (sync) cudaDeviceSynchronize();
}
void f() { by_flag(false); }
)");
  ASSERT_EQ(result.report.findings.size(), 1U);
  EXPECT_EQ(line_of(result, result.report.findings.front()), "2");
}

TEST(CxxCalls, WhatChangesIsNoConstant) {
  EXPECT_EQ(calls(R"(void by_flag(bool sync) {
  if (!sync) return;
  cudaDeviceSynchronize();
}
void by_changed(bool always) {
  if (size() > 4) always = true;
  if (!always) return;
  cudaDeviceSynchronize();
}
void by_pointer(float* values) {
  if (values != nullptr) return;
  cudaDeviceSynchronize();
}
void by_text(const std::string& mode) {
  if (mode == "no") return;
  cudaDeviceSynchronize();
}
void f(int n, Options& options) {
  bool wanted = false;
  auto needed = false;
  if (n > 3) wanted = needed = true;
  by_flag(wanted);
  by_flag(needed);
  by_changed(false);
  float* values = find(n);
  by_pointer(values);
  std::string mode = "no";
  options.add("mode", &mode);
  by_text(mode);
}
)"),
            (Found{"22: by_flag", "23: by_flag", "24: by_changed", "26: by_pointer", "29: by_text"}));
}

TEST(CxxCalls, OverloadsAreToldApartByTheirTypes) {
  EXPECT_EQ(calls(R"(template <class T> struct Buffer {
  Buffer(std::size_t size) { cudaMalloc(&data, size); }
  Buffer(std::vector<T> const& from) { cudaMemcpy(data, from.data(), 4, cudaMemcpyHostToDevice); }
  T* data;
};
void put(float* values, int n) { cudaDeviceSynchronize(); }
void put(int value, int n) {}
void f(std::size_t count, const std::vector<float>& values, float* place, int n) {
  Buffer<float> empty(count * 2);
  Buffer<float> full(values);
  put(n, n);
  put(place, n);
  put(unknown(), n);
  put(0, n);
  put(n, n);
  put(place, n);
}
)"),
            (Found{"10: Buffer", "12: put", "13: put", "14: put", "16: put"}));
}

TEST(CxxFiles, NamedForTheCpu) {
  const std::string_view source = "float f(const at::Tensor& x) { return x.item<float>(); }\n";
  EXPECT_TRUE(check(source, "getPairsCPU.cpp").report.findings.empty());
  EXPECT_TRUE(check(source, "nms_cpu.cpp").report.findings.empty());
  EXPECT_TRUE(check(source, "ops/CPU/layers.cpp").report.findings.empty());
  EXPECT_TRUE(check("float cpu_sum(const at::Tensor& x) { return x.item<float>(); }\n").report.findings.empty());
  EXPECT_EQ(check(source, "copyToCPU.cpp").report.findings.size(), 1U);
  EXPECT_EQ(check(source, "GpuAndCPU.cpp").report.findings.size(), 1U);
}

TEST(CxxFiles, OfTheCpusThreads) {
  const std::string_view source = R"(int f(int* p, int n) {
  thrust::device_vector<int> values(n);
  thrust::sequence(values.begin(), values.end());
  return thrust::reduce(device_begin(p), device_end(p), 0);
}
)";
  EXPECT_TRUE(check(source, "examples/openmp/sum.cpp").report.findings.empty());
  EXPECT_TRUE(check(source, "sum_omp.cpp").report.findings.empty());
  EXPECT_EQ(check(source, "kernels/cuda/sum.cu").report.findings.size(), 3U);
  EXPECT_EQ(check("int f(int* p) { return thrust::reduce(thrust::cuda::par, p, p + 4, 0); }\n", "omp/sum.cpp")
                .report.findings.size(),
            1U);
}

TEST(CxxCalls, NumbersAreMadeOfObjects) {
  EXPECT_EQ(calls(R"(struct Scalar {
  const float* data;
  operator float() const { float value; cudaMemcpy(&value, data, 4, cudaMemcpyDeviceToHost); return value; }
};
void f(Scalar scalar, int number) {
  float a = scalar;
  float b = static_cast<float>(scalar);
  float c = number;
}
)"),
            (Found{"6: operator conversion", "7: operator conversion"}));
}

TEST(CxxCalls, WhoCallsItselfComesBack) {
  EXPECT_EQ(rules(R"(Range range(int policy);
Range range(int policy, int size) { return range(policy); }
Range range(int policy) { return range(policy, 2); }
Range fails(int policy) { throw policy; }
int f() {
  auto values = range(1);
  return thrust::reduce(values.begin(), values.end(), 0);
}
int g() {
  auto values = fails(1);
  return thrust::reduce(values.begin(), values.end(), 0);
}
)",
                  "SF603"),
            (Found{"7: SF603"}));
}

TEST(CxxFlow, ReadsOfEachStepForALog) {
  EXPECT_EQ(rules(R"(#include <torch/torch.h>
void train(torch::nn::Sequential model, torch::optim::SGD& optimizer, torch::Tensor data) {
  for (int step = 0; step < 1000; ++step) {
    auto loss = model->forward(data).sum();
    loss.backward();
    optimizer.step();
    std::cout << loss.item<float>() << std::endl;
  }
}
void evaluate(torch::nn::Sequential model, torch::Tensor data) {
  for (int step = 0; step < 1000; ++step) std::cout << model->forward(data).sum().item<float>() << std::endl;
}
)",
                  "SF703"),
            (Found{"7: SF703"}));
}

TEST(CxxFlow, ClocksAroundWorkThatNobodyWaitsFor) {
  EXPECT_EQ(rules(R"(#include <chrono>
double launch_only(float* values) {
  auto start = std::chrono::steady_clock::now();
  kernel<<<1, 256>>>(values);
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}
double whole(float* values) {
  auto start = std::chrono::steady_clock::now();
  kernel<<<1, 256>>>(values);
  cudaDeviceSynchronize();
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}
double host(std::vector<float>& values) {
  auto start = std::chrono::steady_clock::now();
  std::sort(values.begin(), values.end());
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}
)",
                  "SF801"),
            (Found{"5: SF801"}));
}

TEST(CxxFlow, SynchronizeInATimedLoop) {
  EXPECT_EQ(rules(R"(#include <chrono>
double each(float* values) {
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) {
    kernel<<<1, 256>>>(values);
    cudaDeviceSynchronize();
  }
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}
double once(float* values) {
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) kernel<<<1, 256>>>(values);
  cudaDeviceSynchronize();
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}
)",
                  "SF80"),
            (Found{"6: SF802"}));
}

TEST(CxxFlow, TimeOfEventsThatHaveNotHappened) {
  EXPECT_EQ(rules(R"(float early(float* values, cudaEvent_t start, cudaEvent_t stop) {
  float ms = 0;
  cudaEventRecord(start);
  kernel<<<1, 256>>>(values);
  cudaEventRecord(stop);
  cudaEventElapsedTime(&ms, start, stop);
  return ms;
}
float late(float* values, cudaEvent_t start, cudaEvent_t stop) {
  float ms = 0;
  cudaEventRecord(start);
  kernel<<<1, 256>>>(values);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  return ms;
}
)",
                  "SF803"),
            (Found{"6: SF803"}));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
