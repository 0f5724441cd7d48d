// The CUPTI observer: a subscriber of the driver API's callbacks that picks out what can hold the host.

#include "observer.h"

#include <array>
#include <atomic>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include <cupti.h>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct WatchedCall {
  std::string_view name;  // without the suffix for versions and per-thread streams
  uint8_t kind;
};

constexpr WatchedCall kWatched[] = {
    {"cuStreamSynchronize", SYNCFREE_WAIT},
    {"cuEventSynchronize", SYNCFREE_WAIT},
    {"cuCtxSynchronize", SYNCFREE_WAIT},
    {"cuMemcpy", SYNCFREE_COPY},
    {"cuMemcpyPeer", SYNCFREE_COPY},
    {"cuMemcpyDtoH", SYNCFREE_COPY},
    {"cuMemcpyHtoD", SYNCFREE_COPY},
    {"cuMemcpyDtoA", SYNCFREE_COPY},
    {"cuMemcpyAtoD", SYNCFREE_COPY},
    {"cuMemcpyHtoA", SYNCFREE_COPY},
    {"cuMemcpyAtoH", SYNCFREE_COPY},
    {"cuMemcpy2D", SYNCFREE_COPY},
    {"cuMemcpy2DUnaligned", SYNCFREE_COPY},
    {"cuMemcpy3D", SYNCFREE_COPY},
    {"cuMemcpyAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpyDtoHAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpyHtoDAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpyHtoAAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpyAtoHAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpy2DAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemcpy3DAsync", SYNCFREE_ASYNC_COPY},
    {"cuMemFree", SYNCFREE_RELEASE},
    {"cuMemFreeHost", SYNCFREE_RELEASE},
    {"cuMemHostUnregister", SYNCFREE_RELEASE},
    {"cuMemUnmap", SYNCFREE_RELEASE},
    {"cuMemPoolTrimTo", SYNCFREE_RELEASE},
    {"cuEventQuery", SYNCFREE_QUERY},
    {"cuStreamQuery", SYNCFREE_QUERY},
};

// The driver's callback ids are dense and below 1000 in CUDA 13; the bound leaves room.
constexpr CUpti_CallbackId kIdBound = 2048;

// cuMemcpy, its directed forms and their asynchronous twins all begin with these three arguments; the generated
// parameter structures of CUPTI differ only in the names of the members.
struct LinearCopyArguments {
  void* destination;
  void* source;
  size_t bytes;
};

struct Cupti {
  decltype(&cuptiSubscribe) subscribe = nullptr;
  decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
  decltype(&cuptiEnableCallback) enable_callback = nullptr;
  decltype(&cuptiEnableDomain) enable_domain = nullptr;
  decltype(&cuptiGetCallbackName) callback_name = nullptr;
  decltype(&cuptiGetResultString) result_string = nullptr;
};

// One subscriber for each process is all that CUPTI grants, and its callback is a bare function: hence one state.
struct Observer {
  Cupti cupti;
  CUpti_SubscriberHandle subscriber = nullptr;
  SyncfreeCallback callback = nullptr;
  uint64_t slow_ns = 0;
  std::array<uint8_t, kIdBound> kinds{};
  decltype(&cuPointerGetAttribute) pointer_attribute = nullptr;
  std::string message;
  std::atomic<bool> enabled = false;
};

Observer observer;

// Set while the callback runs: what it does on the GPU itself is not observed.
thread_local bool inside_callback = false;

// The memory of a copy is looked up on entry, when it is still alive, and handed out on return.
thread_local SyncfreeCall pending{};

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

uint32_t thread_id() {
  thread_local const auto id = static_cast<uint32_t>(syscall(SYS_gettid));
  return id;
}

std::string_view without_suffix(std::string_view name) {
  for (bool again = true; again;) {
    again = false;
    for (std::string_view suffix : {"_v2", "_v3", "_ptds", "_ptsz"}) {
      if (name.ends_with(suffix)) {
        name.remove_suffix(suffix.size());
        again = true;
      }
    }
  }
  return name;
}

uint8_t kind_of(std::string_view name) {
  for (const WatchedCall& call : kWatched) {
    if (call.name == without_suffix(name)) return call.kind;
  }
  return 0;
}

uint8_t memory_of(const void* pointer) {
  if (observer.pointer_attribute == nullptr || pointer == nullptr) return SYNCFREE_MEMORY_UNKNOWN;
  const auto address = reinterpret_cast<CUdeviceptr>(pointer);
  unsigned managed = 0;
  unsigned type = 0;
  if (observer.pointer_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) != CUDA_SUCCESS) {
    return SYNCFREE_MEMORY_PAGEABLE;  // the driver has never heard of it
  }
  observer.pointer_attribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address);
  if (managed != 0) return SYNCFREE_MEMORY_MANAGED;
  return type == CU_MEMORYTYPE_HOST ? SYNCFREE_MEMORY_PINNED : SYNCFREE_MEMORY_DEVICE;
}

uint8_t memory_of(CUmemorytype type, const void* host) {
  if (type == CU_MEMORYTYPE_HOST) return memory_of(host);
  return type == CU_MEMORYTYPE_UNIFIED ? SYNCFREE_MEMORY_UNKNOWN : SYNCFREE_MEMORY_DEVICE;
}

template <typename Copy>
void describe_shaped_copy(const Copy& copy) {
  pending.source = memory_of(copy.srcMemoryType, copy.srcHost);
  pending.destination = memory_of(copy.dstMemoryType, copy.dstHost);
}

void describe_copy(std::string_view name, const void* arguments) {
  name = without_suffix(name);
  if (name.starts_with("cuMemcpy2D")) {
    const CUDA_MEMCPY2D& copy = **static_cast<const CUDA_MEMCPY2D* const*>(arguments);
    describe_shaped_copy(copy);
    pending.bytes = copy.WidthInBytes * copy.Height;
  } else if (name.starts_with("cuMemcpy3D")) {
    const CUDA_MEMCPY3D& copy = **static_cast<const CUDA_MEMCPY3D* const*>(arguments);
    describe_shaped_copy(copy);
    pending.bytes = copy.WidthInBytes * copy.Height * copy.Depth;
  } else if (name == "cuMemcpy" || name == "cuMemcpyAsync" || name.starts_with("cuMemcpyDtoH") ||
             name.starts_with("cuMemcpyHtoD")) {
    const auto& copy = *static_cast<const LinearCopyArguments*>(arguments);
    pending.source = memory_of(copy.source);
    pending.destination = memory_of(copy.destination);
    pending.bytes = copy.bytes;
  }
}

void on_entry(const CUpti_CallbackData& data, uint8_t kind) {
  pending = SyncfreeCall{};
  if (kind == SYNCFREE_COPY || kind == SYNCFREE_ASYNC_COPY) {
    inside_callback = true;
    describe_copy(data.functionName, data.functionParams);
    inside_callback = false;
  }
  *data.correlationData = now_ns();
}

void on_return(const CUpti_CallbackData& data, uint8_t kind) {
  const uint64_t start = *data.correlationData;
  if (start == 0) return;  // the observer was turned on in the middle of the call
  const uint64_t duration = now_ns() - start;
  if (kind == 0) {
    if (observer.slow_ns == 0 || duration < observer.slow_ns) return;
    kind = SYNCFREE_SLOW;
    pending = SyncfreeCall{};
  }
  SyncfreeCall call = pending;
  call.start_ns = start;
  call.duration_ns = duration;
  call.name = data.functionName;
  call.thread = thread_id();
  call.result = *static_cast<const CUresult*>(data.functionReturnValue);
  call.kind = kind;
  inside_callback = true;
  observer.callback(&call);
  inside_callback = false;
}

void CUPTIAPI on_driver_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* arguments) {
  if (inside_callback || domain != CUPTI_CB_DOMAIN_DRIVER_API || id >= kIdBound) return;
  const auto& data = *static_cast<const CUpti_CallbackData*>(arguments);
  if (!observer.enabled.load(std::memory_order_relaxed)) {
    if (data.callbackSite == CUPTI_API_ENTER) *data.correlationData = 0;
    return;
  }
  const uint8_t kind = observer.kinds[id];
  if (data.callbackSite == CUPTI_API_ENTER) {
    on_entry(data, kind);
  } else {
    on_return(data, kind);
  }
}

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool load_cupti(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    observer.message = std::string("cannot load CUPTI: ") + (reason != nullptr ? reason : path);
    return false;
  }
  Cupti& cupti = observer.cupti;
  if (!find(library, "cuptiSubscribe", cupti.subscribe) || !find(library, "cuptiUnsubscribe", cupti.unsubscribe) ||
      !find(library, "cuptiEnableCallback", cupti.enable_callback) ||
      !find(library, "cuptiEnableDomain", cupti.enable_domain) ||
      !find(library, "cuptiGetCallbackName", cupti.callback_name) ||
      !find(library, "cuptiGetResultString", cupti.result_string)) {
    observer.message = std::string("not a usable CUPTI: ") + path;
    return false;
  }
  // The driver is loaded by whoever uses the GPU; without it, copies have memory of unknown kind.
  if (void* driver = dlopen("libcuda.so.1", RTLD_NOW))
    find(driver, "cuPointerGetAttribute", observer.pointer_attribute);
  return true;
}

int refuse(CUptiResult result) {
  const char* reason = nullptr;
  observer.cupti.result_string(result, &reason);
  const bool taken = result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  observer.message = taken ? "another profiler holds CUPTI in this process, and CUPTI admits one at a time"
                           : std::string("CUPTI refuses: ") + (reason != nullptr ? reason : "no reason given");
  return taken ? 2 : 3;
}

CUptiResult enable_callbacks() {
  for (CUpti_CallbackId id = 1; id < kIdBound; ++id) {
    const char* name = nullptr;
    if (observer.cupti.callback_name(CUPTI_CB_DOMAIN_DRIVER_API, id, &name) != CUPTI_SUCCESS || name == nullptr)
      continue;
    observer.kinds[id] = kind_of(name);
    if (observer.kinds[id] == 0 || observer.slow_ns != 0) continue;
    const CUptiResult result = observer.cupti.enable_callback(1, observer.subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (result != CUPTI_SUCCESS) return result;
  }
  if (observer.slow_ns == 0) return CUPTI_SUCCESS;
  return observer.cupti.enable_domain(1, observer.subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
}

}  // namespace

int syncfree_observer_start(const char* cupti_path, SyncfreeCallback callback, uint64_t slow_ns) {
  if (observer.subscriber != nullptr) {
    observer.message = "the observer runs already";
    return 4;
  }
  observer.enabled = false;
  observer.message.clear();
  observer.callback = callback;
  observer.slow_ns = slow_ns;
  if (!load_cupti(cupti_path)) return 1;
  CUptiResult result = observer.cupti.subscribe(&observer.subscriber, on_driver_call, nullptr);
  if (result != CUPTI_SUCCESS) {
    observer.subscriber = nullptr;
    return refuse(result);
  }
  result = enable_callbacks();
  if (result == CUPTI_SUCCESS) return 0;
  syncfree_observer_stop();
  return refuse(result);
}

void syncfree_observer_enable(int enabled) { observer.enabled = enabled != 0; }

void syncfree_observer_stop() {
  observer.enabled = false;
  if (observer.subscriber == nullptr) return;
  observer.cupti.unsubscribe(observer.subscriber);
  observer.subscriber = nullptr;
}

const char* syncfree_observer_message() { return observer.message.c_str(); }
