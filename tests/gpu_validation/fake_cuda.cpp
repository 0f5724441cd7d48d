// Stands in for libcuda.so.1 and libcupti where there is no GPU: a program makes driver calls through fake_call(), and
// the subscriber hears of them as it would of real ones. Streams and events are idle or not as fake_pending() says.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>

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
};
constexpr uint32_t kCount = sizeof kNames / sizeof kNames[0];

// Addresses below this bound are device memory, those below twice the bound pinned, all others pageable.
constexpr uintptr_t kDeviceBound = 1 << 20;

CallbackFunction callback = nullptr;
bool taken = false;
bool enabled[kCount] = {};
bool work_pending = false;

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

int cuPointerGetAttribute(void* data, int attribute, uintptr_t pointer) {
  if (pointer >= 2 * kDeviceBound) return 1;
  *static_cast<unsigned*>(data) = attribute == kAttributeIsManaged ? 0 : pointer < kDeviceBound ? 2 : kMemoryTypeHost;
  return kCudaSuccess;
}

int cuStreamQuery(Stream) { return work_pending ? kCudaNotReady : kCudaSuccess; }
int cuEventQuery(void*) { return work_pending ? kCudaNotReady : kCudaSuccess; }
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
}
