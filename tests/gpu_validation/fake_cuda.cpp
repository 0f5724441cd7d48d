// Stands in for libcuda.so.1 and libcupti where there is no GPU: a program makes driver calls through fake_call(), and
// the subscriber hears of them as it would of real ones. Streams and events are idle or not as fake_pending() says.
//
// fake_kernel() and fake_drain() play a GPU with one stream: work runs one after the other, and is recorded.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

#include <dlfcn.h>

#include "../../gpu_validation/observer/cupti_api.h"

namespace {

using namespace syncfree::observer;

constexpr const char* kNames[] = {
    "",
    "cuStreamSynchronize",
    "cuEventSynchronize",
    "cuCtxSynchronize",
    "cuMemcpyDtoH_v2",
    "cuMemFree_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuLaunchKernel",
    "cuStreamQuery",
    "cuMemAlloc_v2",
    "cuProfilerStart",
    "cuProfilerStop",
};
constexpr uint32_t kCount = sizeof kNames / sizeof kNames[0];

// Addresses below this bound are device memory, those below twice the bound pinned, all others pageable.
constexpr uintptr_t kDeviceBound = 1 << 20;

CallbackFunction callback = nullptr;
bool taken = false;
bool enabled[kCount] = {};
bool work_pending = false;
int questions = 0;  // about pending work, and about memory

// The GPU that is played.
struct KernelRecord {  // as CUPTI's begins
  ActivityKind kind = kActivityKernel;
  uint32_t unused[3];
  uint64_t start, end;
  uint32_t unused_too[4], stream, unused_again[10], correlation;
  uint64_t grid;
  const char* name;
};
static_assert(offsetof(KernelRecord, correlation) == kActivityLayouts[0].correlation);
static_assert(offsetof(KernelRecord, name) == kKernelName);
constexpr std::size_t kBufferedRecords = 64;
void (*give_buffer)(uint8_t**, size_t*, size_t*) = nullptr;
void (*take_buffer)(void*, uint32_t, uint8_t*, size_t, size_t) = nullptr;
bool records_kernels = false;
std::vector<KernelRecord> kernels;
uint64_t gpu_free_ns = 0;
uint32_t last_correlation = 0;
constexpr const char* kKernel = "played_kernel";
const char* symbol = kKernel;

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

}  // namespace

extern "C" {

int cuptiSubscribe(Subscriber* subscriber, CallbackFunction function, void*) {
  if (taken || std::getenv("FAKE_CUPTI_TAKEN") != nullptr) return kCuptiSubscriberTaken;
  taken = true;
  callback = function;
  *subscriber = &taken;
  return kCuptiSuccess;
}

int cuptiUnsubscribe(Subscriber) {
  taken = false;
  callback = nullptr;
  std::memset(enabled, 0, sizeof enabled);
  return kCuptiSuccess;
}

int cuptiEnableCallback(uint32_t enable, Subscriber, int, uint32_t id) {
  if (id < kCount) enabled[id] = enable != 0;
  return kCuptiSuccess;
}

int cuptiEnableDomain(uint32_t enable, Subscriber, int) {
  for (bool& each : enabled) each = enable != 0;
  return kCuptiSuccess;
}

int cuptiGetCallbackName(int, uint32_t id, const char** name) {
  if (id == 0 || id >= kCount) return 1;
  *name = kNames[id];
  return kCuptiSuccess;
}

int cuptiGetResultString(int, const char** text) {
  *text = "fake";
  return kCuptiSuccess;
}

int cuptiActivityRegisterCallbacks(void (*give)(uint8_t**, size_t*, size_t*),
                                   void (*take)(void*, uint32_t, uint8_t*, size_t, size_t)) {
  give_buffer = give;
  take_buffer = take;
  return kCuptiSuccess;
}

int cuptiActivityEnable(ActivityKind kind) {
  records_kernels |= kind == kActivityKernel;
  return kCuptiSuccess;
}

int cuptiActivityDisable(ActivityKind kind) {
  records_kernels &= kind != kActivityKernel;
  return kCuptiSuccess;
}

int cuptiActivityFlushAll(uint32_t) {
  while (!kernels.empty()) {
    uint8_t* buffer = nullptr;
    size_t size = 0, most = 0;
    give_buffer(&buffer, &size, &most);
    const size_t count = std::min({kernels.size(), size / sizeof(KernelRecord), kBufferedRecords});
    std::memcpy(buffer, kernels.data(), count * sizeof(KernelRecord));
    kernels.erase(kernels.begin(), kernels.begin() + static_cast<std::ptrdiff_t>(count));
    take_buffer(nullptr, 0, buffer, size, count * sizeof(KernelRecord));
  }
  return kCuptiSuccess;
}

int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, uint8_t** record) {
  *record = *record == nullptr ? buffer : *record + sizeof(KernelRecord);
  return *record < buffer + valid ? kCuptiSuccess : 12;
}

int cuptiGetTimestamp(uint64_t* time) {
  *time = now_ns() + 1'000'000'000;  // a clock of its own
  return kCuptiSuccess;
}

int cuPointerGetAttributes(unsigned count, int* attributes, void** values, uintptr_t pointer) {
  ++questions;
  const unsigned type = pointer < kDeviceBound ? 2 : pointer < 2 * kDeviceBound ? kMemoryTypeHost : 0;
  for (unsigned i = 0; i < count; ++i)
    *static_cast<unsigned*>(values[i]) = attributes[i] == kAttributeMemoryType ? type : 0;
  return kCudaSuccess;
}

int cuEventQuery(void*) {
  ++questions;
  return work_pending ? kCudaNotReady : kCudaSuccess;
}
int cuStreamQuery(Stream) { return cuEventQuery(nullptr); }
int cuStreamIsCapturing(Stream, int* status) {
  *status = kNotCapturing;
  return kCudaSuccess;
}
int cuThreadExchangeStreamCaptureMode(int* mode) {
  *mode = 0;
  return kCudaSuccess;
}

// What cuInit does for the library that CUDA_INJECTION64_PATH names.
void fake_init() {
  const char* path = std::getenv("CUDA_INJECTION64_PATH");
  void* library = path != nullptr ? dlopen(path, RTLD_NOW) : nullptr;
  if (library == nullptr) return;
  if (auto initialize = reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection"))) initialize();
}

void fake_pending(int pending) { work_pending = pending != 0; }

int fake_questions() { return questions; }

// The kernel that the next launches name.
void fake_symbol(const char* name) { symbol = name; }

// One call of the driver that takes this long; `pending_after` is what holds when it returns.
void fake_call(const char* name, const void* arguments, int microseconds, int pending_after) {
  uint32_t id = 1;
  while (id < kCount && std::strcmp(kNames[id], name) != 0) ++id;
  uint64_t correlation = 0;
  int result = 0;
  CallbackData data{};
  data.name = id < kCount ? kNames[id] : name;
  data.arguments = arguments;
  data.result = &result;
  data.correlation = &correlation;
  data.correlation_number = ++last_correlation;
  data.symbol = symbol;
  const bool heard = id < kCount && enabled[id] && callback != nullptr;
  if (heard) callback(nullptr, kDriverDomain, id, &data);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  work_pending = pending_after != 0;
  data.site = 1;
  if (heard) callback(nullptr, kDriverDomain, id, &data);
}

// A copy of one number to the host, as torch does it, behind work that is not done yet.
void fake_wait() {
  const void* copy[] = {reinterpret_cast<void*>(1UL << 40), reinterpret_cast<void*>(4096), reinterpret_cast<void*>(4),
                        reinterpret_cast<void*>(7)};
  const void* wait[] = {reinterpret_cast<void*>(7)};
  fake_pending(1);
  fake_call("cuMemcpyDtoHAsync_v2", copy, 2, 1);
  fake_call("cuStreamSynchronize", wait, 300, 0);
}

// A copy to the GPU that leaves its own work pending, and a wait for it so much later.
void fake_copy_and_wait(int pending, int microseconds_between) {
  const void* copy[] = {reinterpret_cast<void*>(4096), reinterpret_cast<void*>(1UL << 40), reinterpret_cast<void*>(4),
                        reinterpret_cast<void*>(7)};
  const void* wait[] = {reinterpret_cast<void*>(7)};
  fake_pending(pending);
  fake_call("cuMemcpyHtoDAsync_v2", copy, 2, 1);
  if (microseconds_between > 0) std::this_thread::sleep_for(std::chrono::microseconds(microseconds_between));
  fake_call("cuStreamSynchronize", wait, 2, 0);
}

// Asks for a kernel that takes so long.
void fake_kernel(int microseconds) {
  fake_call("cuLaunchKernel", nullptr, 3, 1);
  constexpr uint64_t kLatencyNs = 4'000;
  const uint64_t start = std::max(now_ns() + kLatencyNs, gpu_free_ns);
  gpu_free_ns = start + static_cast<uint64_t>(microseconds) * 1000;
  if (!records_kernels) return;
  constexpr uint64_t kOwnClock = 1'000'000'000;
  KernelRecord record{};
  record.start = start + kOwnClock;
  record.end = gpu_free_ns + kOwnClock;
  record.stream = 7;
  record.correlation = last_correlation;
  record.name = symbol;
  kernels.push_back(record);
}

// A kernel of NCCL that takes so long.
void fake_collective(int microseconds) {
  fake_symbol("_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  fake_kernel(microseconds);
  fake_symbol(kKernel);
}

// Waits until all kernels are done.
void fake_drain() {
  const void* wait[] = {reinterpret_cast<void*>(7)};
  const uint64_t now = now_ns();
  work_pending = gpu_free_ns > now;
  fake_call("cuStreamSynchronize", wait, gpu_free_ns > now ? static_cast<int>((gpu_free_ns - now) / 1000) : 0, 0);
}
}
