// The CUPTI observer: a subscriber of the driver API's callbacks that picks out what can hold the host.

#include "observer.h"

#include <array>
#include <atomic>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti_api.h"

namespace {

using namespace syncfree::observer;

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
    {"cuLaunchKernel", SYNCFREE_LAUNCH},
    {"cuLaunchKernelEx", SYNCFREE_LAUNCH},
    {"cuLaunchCooperativeKernel", SYNCFREE_LAUNCH},
    {"cuGraphLaunch", SYNCFREE_LAUNCH},
    {"cuMemsetD8Async", SYNCFREE_LAUNCH},
    {"cuMemsetD16Async", SYNCFREE_LAUNCH},
    {"cuMemsetD32Async", SYNCFREE_LAUNCH},
    {"cuMemcpyDtoDAsync", SYNCFREE_LAUNCH},
    {"cuMemAlloc", SYNCFREE_ALLOCATE},
    {"cuMemAllocPitch", SYNCFREE_ALLOCATE},
    {"cuMemAllocManaged", SYNCFREE_ALLOCATE},
    {"cuMemAllocHost", SYNCFREE_ALLOCATE},
    {"cuMemHostAlloc", SYNCFREE_ALLOCATE},
    {"cuMemHostRegister", SYNCFREE_ALLOCATE},
    {"cuMemCreate", SYNCFREE_ALLOCATE},
    {"cuMemMap", SYNCFREE_ALLOCATE},
    {"cuMemSetAccess", SYNCFREE_ALLOCATE},
    {"cuModuleLoadData", SYNCFREE_ALLOCATE},
    {"cuModuleLoadDataEx", SYNCFREE_ALLOCATE},
    {"cuModuleLoadFatBinary", SYNCFREE_ALLOCATE},
    {"cuLibraryLoadData", SYNCFREE_ALLOCATE},
    {"cuProfilerStart", SYNCFREE_RANGE_BEGIN},
    {"cuProfilerStop", SYNCFREE_RANGE_END},
};

// The driver's callback ids are dense and below 1000 in CUDA 13; the bound leaves room.
constexpr uint32_t kIdBound = 2048;

// One subscriber for each process is all that CUPTI grants, and its callback is a bare function: hence one state.
struct Observer {
  CuptiFunctions cupti;
  DriverFunctions driver;
  Subscriber subscriber = nullptr;
  SyncfreeCallback callback = nullptr;
  uint64_t slow_ns = 0;
  bool asks_pending = false;
  bool sees_launches = false;
  bool sees_queries = true;
  bool sees_ranges = false;
  std::array<uint8_t, kIdBound> kinds{};
  std::string message;
  std::atomic<bool> enabled = false;
  std::atomic<bool> awaits_launch = false;
  std::atomic<bool> traces = false;
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
  if (observer.driver.pointer_attribute == nullptr || pointer == nullptr) return SYNCFREE_MEMORY_UNKNOWN;
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  unsigned managed = 0;
  unsigned type = 0;
  if (observer.driver.pointer_attribute(&type, kAttributeMemoryType, address) != kCudaSuccess) {
    return SYNCFREE_MEMORY_PAGEABLE;  // the driver has never heard of it
  }
  observer.driver.pointer_attribute(&managed, kAttributeIsManaged, address);
  if (managed != 0) return SYNCFREE_MEMORY_MANAGED;
  return type == kMemoryTypeHost ? SYNCFREE_MEMORY_PINNED : SYNCFREE_MEMORY_DEVICE;
}

uint8_t memory_of(unsigned type, const void* host) {
  if (type == kMemoryTypeHost) return memory_of(host);
  return type == kMemoryTypeUnified ? SYNCFREE_MEMORY_UNKNOWN : SYNCFREE_MEMORY_DEVICE;
}

template <typename Copy>
const Copy& describe_shaped_copy(const void* description) {
  const Copy& copy = *static_cast<const Copy*>(description);
  pending.source = memory_of(copy.source.memory, copy.source.host);
  pending.destination = memory_of(copy.destination.memory, copy.destination.host);
  pending.bytes = copy.width_bytes * copy.height;
  return copy;
}

void describe_copy(std::string_view name, const void* arguments, bool asynchronous) {
  name = without_suffix(name);
  if (name.starts_with("cuMemcpy2D") || name.starts_with("cuMemcpy3D")) {
    const auto& call = *static_cast<const ShapedCopyArguments*>(arguments);
    if (name.starts_with("cuMemcpy2D")) {
      describe_shaped_copy<Copy2D>(call.copy);
    } else {
      pending.bytes *= describe_shaped_copy<Copy3D>(call.copy).depth;
    }
    if (asynchronous) pending.stream = call.stream;
  } else if (name == "cuMemcpy" || name == "cuMemcpyAsync" || name.starts_with("cuMemcpyDtoH") ||
             name.starts_with("cuMemcpyHtoD")) {
    const auto& copy = *static_cast<const LinearCopyArguments*>(arguments);
    pending.source = memory_of(copy.source);
    pending.destination = memory_of(copy.destination);
    pending.bytes = copy.bytes;
    if (asynchronous) pending.stream = copy.stream;
  } else if (asynchronous) {
    pending.stream = static_cast<const ArrayCopyArguments*>(arguments)->stream;
  }
}

uint8_t as_pending(CudaResult result) {
  if (result == kCudaSuccess) return SYNCFREE_IDLE;
  return result == kCudaNotReady ? SYNCFREE_PENDING : SYNCFREE_PENDING_UNKNOWN;
}

// Null stands for the stream that the call's name says.
Stream meant_stream(Stream stream, std::string_view name) {
  if (stream != nullptr) return stream;
  const bool per_thread = name.ends_with("_ptsz") || name.ends_with("_ptds");
  return per_thread ? kPerThreadStream : kLegacyStream;
}

// A question to a stream that is captured would spoil the capture, and so would one about the legacy stream while
// another is captured; asking whether it is captured is allowed.
uint8_t ask_stream(Stream stream) {
  int status = kNotCapturing;
  if (observer.driver.stream_is_capturing(stream, &status) != kCudaSuccess || status != kNotCapturing)
    return SYNCFREE_PENDING_UNKNOWN;
  return as_pending(observer.driver.stream_query(stream));
}

uint8_t ask_pending(std::string_view name, const void* arguments) {
  const DriverFunctions& driver = observer.driver;
  if (driver.stream_query == nullptr || driver.event_query == nullptr || driver.stream_is_capturing == nullptr ||
      driver.exchange_capture_mode == nullptr)
    return SYNCFREE_PENDING_UNKNOWN;
  int mode = kCaptureRelaxed;  // captures of other threads do not mind what this thread asks
  driver.exchange_capture_mode(&mode);
  const uint8_t answer = without_suffix(name) == "cuEventSynchronize"
                             ? as_pending(driver.event_query(static_cast<const OneArgument*>(arguments)->handle))
                             : ask_stream(meant_stream(pending.stream, name));
  driver.exchange_capture_mode(&mode);
  return answer;
}

bool is_range(uint8_t kind) { return kind == SYNCFREE_RANGE_BEGIN || kind == SYNCFREE_RANGE_END; }

/// Kinds that are only of interest while launches are traced.
bool is_traced(uint8_t kind) { return kind == SYNCFREE_LAUNCH || kind == SYNCFREE_ALLOCATE; }

bool is_copy(uint8_t kind) { return kind == SYNCFREE_COPY || kind == SYNCFREE_ASYNC_COPY; }

void hand_out(const SyncfreeCall& call) {
  inside_callback = true;
  observer.callback(&call);
  inside_callback = false;
}

void hand_out_launch(const CallbackData& data) {
  if (!observer.awaits_launch.exchange(false)) return;
  SyncfreeCall call{};
  call.start_ns = now_ns();
  call.name = data.name;
  call.thread = thread_id();
  call.kind = SYNCFREE_LAUNCH;
  call.correlation = data.correlation_number;
  hand_out(call);
}

void hand_out_range(const CallbackData& data, uint8_t kind) {
  SyncfreeCall call{};
  call.start_ns = now_ns();
  call.name = data.name;
  call.thread = thread_id();
  call.kind = kind;
  hand_out(call);
}

void on_entry(const CallbackData& data, uint8_t kind) {
  if (observer.awaits_launch.load(std::memory_order_relaxed) &&
      (kind == SYNCFREE_LAUNCH || kind == SYNCFREE_ASYNC_COPY))
    hand_out_launch(data);
  if (is_traced(kind)) {
    const bool traces = observer.traces.load(std::memory_order_relaxed);
    *data.correlation = traces || observer.slow_ns != 0 ? now_ns() : 0;
    return;
  }
  pending = SyncfreeCall{};
  inside_callback = true;
  if (is_copy(kind)) describe_copy(data.name, data.arguments, kind == SYNCFREE_ASYNC_COPY);
  if (kind == SYNCFREE_WAIT && without_suffix(data.name) == "cuStreamSynchronize")
    pending.stream = static_cast<const OneArgument*>(data.arguments)->handle;
  if (observer.asks_pending && kind >= SYNCFREE_WAIT && kind <= SYNCFREE_RELEASE)
    pending.pending_before = ask_pending(data.name, data.arguments);
  inside_callback = false;
  *data.correlation = now_ns();
}

void on_return(const CallbackData& data, uint8_t kind) {
  const uint64_t start = *data.correlation;
  if (start == 0) return;  // not looked at, or the observer was turned on in the middle of the call
  const uint64_t duration = now_ns() - start;
  if (is_traced(kind)) {
    pending = SyncfreeCall{};
    // Without a trace it is handed out when it was slow.
    const bool traces = observer.traces.load(std::memory_order_relaxed);
    kind = !traces ? uint8_t{0} : kind == SYNCFREE_LAUNCH ? uint8_t{SYNCFREE_LAUNCHED} : kind;
  }
  if (kind == 0) {
    if (observer.slow_ns == 0 || duration < observer.slow_ns) return;
    kind = SYNCFREE_SLOW;
    pending = SyncfreeCall{};
  }
  SyncfreeCall call = pending;
  call.start_ns = start;
  call.duration_ns = duration;
  call.name = data.name;
  call.thread = thread_id();
  call.result = *static_cast<const CudaResult*>(data.result);
  call.kind = kind;
  call.correlation = data.correlation_number;
  call.kernel = kind == SYNCFREE_LAUNCHED ? data.symbol : nullptr;
  if (observer.asks_pending && is_copy(kind) && call.pending_before == SYNCFREE_PENDING) {
    inside_callback = true;
    call.pending_after = ask_pending(data.name, data.arguments);
    inside_callback = false;
  }
  hand_out(call);
}

void on_driver_call(void*, int domain, uint32_t id, const void* arguments) {
  if (inside_callback || domain != kDriverDomain || id >= kIdBound) return;
  const auto& data = *static_cast<const CallbackData*>(arguments);
  if (is_range(observer.kinds[id])) {
    // A range begins behind its first call and ends before its last one.
    if ((data.site == kEnter) == (observer.kinds[id] == SYNCFREE_RANGE_END)) hand_out_range(data, observer.kinds[id]);
    return;
  }
  if (!observer.enabled.load(std::memory_order_relaxed)) {
    if (data.site == kEnter) *data.correlation = 0;
    return;
  }
  const uint8_t kind = observer.kinds[id];
  if (data.site == kEnter) {
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
  CuptiFunctions& cupti = observer.cupti;
  if (!find(library, "cuptiSubscribe", cupti.subscribe) || !find(library, "cuptiUnsubscribe", cupti.unsubscribe) ||
      !find(library, "cuptiEnableCallback", cupti.enable_callback) ||
      !find(library, "cuptiEnableDomain", cupti.enable_domain) ||
      !find(library, "cuptiGetCallbackName", cupti.callback_name) ||
      !find(library, "cuptiGetResultString", cupti.result_string)) {
    observer.message = std::string("not a usable CUPTI: ") + path;
    return false;
  }
  // The driver is loaded by whoever uses the GPU; without it, copies have memory of unknown kind.
  if (void* cuda = dlopen("libcuda.so.1", RTLD_NOW)) {
    DriverFunctions& driver = observer.driver;
    find(cuda, "cuPointerGetAttribute", driver.pointer_attribute);
    find(cuda, "cuStreamQuery", driver.stream_query);
    find(cuda, "cuEventQuery", driver.event_query);
    find(cuda, "cuStreamIsCapturing", driver.stream_is_capturing);
    find(cuda, "cuThreadExchangeStreamCaptureMode", driver.exchange_capture_mode);
  }
  return true;
}

int refuse(CuptiResult result) {
  const char* reason = nullptr;
  observer.cupti.result_string(result, &reason);
  const bool taken = result == kCuptiSubscriberTaken;
  observer.message = taken ? "another profiler holds CUPTI in this process, and CUPTI admits one at a time"
                           : std::string("CUPTI refuses: ") + (reason != nullptr ? reason : "no reason given");
  return taken ? 2 : 3;
}

void name_kinds() {
  for (uint32_t id = 1; id < kIdBound; ++id) {
    const char* name = nullptr;
    const bool known = observer.cupti.callback_name(kDriverDomain, id, &name) == kCuptiSuccess && name != nullptr;
    observer.kinds[id] = known ? kind_of(name) : uint8_t{0};
    const uint8_t kind = observer.kinds[id];
    if ((is_traced(kind) && !observer.sees_launches) || (kind == SYNCFREE_QUERY && !observer.sees_queries) ||
        (is_range(kind) && !observer.sees_ranges))
      observer.kinds[id] = 0;
  }
}

CuptiResult ask_for_callbacks(bool wanted) {
  const uint32_t enable = wanted ? 1 : 0;
  if (observer.slow_ns != 0) return observer.cupti.enable_domain(enable, observer.subscriber, kDriverDomain);
  for (uint32_t id = 1; id < kIdBound; ++id) {
    if (observer.kinds[id] == 0 || (is_range(observer.kinds[id]) && !wanted)) continue;
    const CuptiResult result = observer.cupti.enable_callback(enable, observer.subscriber, kDriverDomain, id);
    if (result != kCuptiSuccess) return result;
  }
  return kCuptiSuccess;
}

}  // namespace

int syncfree_observer_start_with(const char* cupti_path, SyncfreeCallback callback, uint64_t slow_ns, int more) {
  if (observer.subscriber != nullptr) {
    observer.message = "the observer runs already";
    return 4;
  }
  observer.enabled = false;
  observer.awaits_launch = false;
  observer.traces = false;
  observer.message.clear();
  observer.callback = callback;
  observer.slow_ns = slow_ns;
  observer.asks_pending = (more & SYNCFREE_ASK_PENDING) != 0;
  observer.sees_launches = (more & SYNCFREE_LAUNCHES) != 0;
  observer.sees_queries = (more & SYNCFREE_NO_QUERIES) == 0;
  observer.sees_ranges = (more & SYNCFREE_PROFILER_RANGES) != 0;
  if (!load_cupti(cupti_path)) return 1;
  CuptiResult result = observer.cupti.subscribe(&observer.subscriber, on_driver_call, nullptr);
  if (result != kCuptiSuccess) {
    observer.subscriber = nullptr;
    return refuse(result);
  }
  name_kinds();
  result = ask_for_callbacks(true);
  if (result == kCuptiSuccess) return 0;
  syncfree_observer_stop();
  return refuse(result);
}

int syncfree_observer_start(const char* cupti_path, SyncfreeCallback callback, uint64_t slow_ns) {
  return syncfree_observer_start_with(cupti_path, callback, slow_ns, 0);
}

void syncfree_observer_enable(int enabled) { observer.enabled = enabled != 0; }

void syncfree_observer_await_launch(void) {
  if (observer.sees_launches) observer.awaits_launch = true;
}

void syncfree_observer_trace(int enabled) { observer.traces = enabled != 0 && observer.sees_launches; }

void syncfree_observer_subscribe_calls(int wanted) {
  if (observer.subscriber != nullptr) ask_for_callbacks(wanted != 0);
}

void syncfree_observer_stop(void) {
  observer.enabled = false;
  if (observer.subscriber == nullptr) return;
  observer.cupti.unsubscribe(observer.subscriber);
  observer.subscriber = nullptr;
}

const char* syncfree_observer_message(void) { return observer.message.c_str(); }
