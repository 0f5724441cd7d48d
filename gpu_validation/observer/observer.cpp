// The CUPTI observer: a subscriber of the driver API's callbacks that picks out what can hold the host.

#include "observer.h"

#include <array>
#include <atomic>
#include <cstring>
#include <ctime>
#include <string>

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti_api.h"
#include "watched_calls.h"

namespace {

using namespace syncfree::observer;

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
  std::atomic<bool> wants_details = true;
  bool finds_memory = true;
  bool sees_launches = false;
  bool sees_queries = true;
  bool sees_ranges = false;
  std::array<WatchedCall, kIdBound> calls{};
  std::string message;
  std::atomic<bool> enabled = false;
  std::atomic<bool> awaits_launch = false;
  std::atomic<bool> traces = false;
};

Observer observer;

// Set while the callback runs: what it does on the GPU itself is not observed.
thread_local bool inside_callback = false;

// What is known of the thread's call on entry, to be handed out on return.
thread_local SyncfreeCall pending{};

// The call that the callback is given, while it runs.
struct HandedOut {
  const WatchedCall* watched = nullptr;
  const void* arguments = nullptr;
};
thread_local HandedOut handed_out;

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

uint32_t thread_id() {
  thread_local const auto id = static_cast<uint32_t>(syscall(SYS_gettid));
  return id;
}

// Asked for one by one, attributes of memory that the driver does not know are errors, which take it six times as long.
uint8_t memory_of(const void* pointer) {
  if (observer.driver.pointer_attributes == nullptr || pointer == nullptr) return SYNCFREE_MEMORY_UNKNOWN;
  unsigned type = 0;
  unsigned managed = 0;
  int attributes[] = {kAttributeMemoryType, kAttributeIsManaged};
  void* values[] = {&type, &managed};
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const bool known = observer.driver.pointer_attributes(2, attributes, values, address) == kCudaSuccess && type != 0;
  if (!known) return SYNCFREE_MEMORY_PAGEABLE;
  if (managed != 0) return SYNCFREE_MEMORY_MANAGED;
  return type == kMemoryTypeHost ? SYNCFREE_MEMORY_PINNED : SYNCFREE_MEMORY_DEVICE;
}

uint8_t memory_of(unsigned type, const void* host) {
  if (type == kMemoryTypeHost) return memory_of(host);
  return type == kMemoryTypeUnified ? SYNCFREE_MEMORY_UNKNOWN : SYNCFREE_MEMORY_DEVICE;
}

template <typename Copy>
void find_memory_of_shaped(const void* description, SyncfreeCall& call) {
  const Copy& copy = *static_cast<const Copy*>(description);
  call.source = memory_of(copy.source.memory, copy.source.host);
  call.destination = memory_of(copy.destination.memory, copy.destination.host);
}

void find_memory(const WatchedCall& watched, const void* arguments, SyncfreeCall& call) {
  if (watched.arguments == Arguments::kLinearCopy) {
    const auto& copy = *static_cast<const LinearCopyArguments*>(arguments);
    call.source = memory_of(copy.source);
    call.destination = memory_of(copy.destination);
  } else if (watched.arguments == Arguments::kFlatCopy) {
    find_memory_of_shaped<Copy2D>(static_cast<const ShapedCopyArguments*>(arguments)->copy, call);
  } else if (watched.arguments == Arguments::kSpatialCopy) {
    find_memory_of_shaped<Copy3D>(static_cast<const ShapedCopyArguments*>(arguments)->copy, call);
  }
}

template <typename Copy>
uint64_t flat_bytes(const void* description) {
  const Copy& copy = *static_cast<const Copy*>(description);
  return copy.width_bytes * copy.height;
}

void describe_copy(const WatchedCall& watched, const void* arguments, SyncfreeCall& call) {
  const bool has_stream = watched.kind == SYNCFREE_ASYNC_COPY;
  if (watched.arguments == Arguments::kLinearCopy) {
    const auto& copy = *static_cast<const LinearCopyArguments*>(arguments);
    call.bytes = copy.bytes;
    if (has_stream) call.stream = copy.stream;
  } else if (watched.arguments == Arguments::kFlatCopy || watched.arguments == Arguments::kSpatialCopy) {
    const auto& shaped = *static_cast<const ShapedCopyArguments*>(arguments);
    call.bytes = watched.arguments == Arguments::kFlatCopy
                     ? flat_bytes<Copy2D>(shaped.copy)
                     : flat_bytes<Copy3D>(shaped.copy) * static_cast<const Copy3D*>(shaped.copy)->depth;
    if (has_stream) call.stream = shaped.stream;
  } else if (watched.arguments == Arguments::kArrayCopy) {
    call.stream = static_cast<const ArrayCopyArguments*>(arguments)->stream;
  }
}

uint8_t as_pending(CudaResult result) {
  if (result == kCudaSuccess) return SYNCFREE_IDLE;
  return result == kCudaNotReady ? SYNCFREE_PENDING : SYNCFREE_PENDING_UNKNOWN;
}

Stream meant_stream(Stream stream, const WatchedCall& watched) {
  if (stream != nullptr) return stream;
  return watched.per_thread ? kPerThreadStream : kLegacyStream;
}

// A question to a stream that is captured would spoil the capture, and so would one about the legacy stream while
// another is captured; asking whether it is captured is allowed.
uint8_t ask_stream(Stream stream) {
  int status = kNotCapturing;
  if (observer.driver.stream_is_capturing(stream, &status) != kCudaSuccess || status != kNotCapturing)
    return SYNCFREE_PENDING_UNKNOWN;
  return as_pending(observer.driver.stream_query(stream));
}

uint8_t ask_pending(const WatchedCall& watched, const void* arguments) {
  const DriverFunctions& driver = observer.driver;
  if (driver.stream_query == nullptr || driver.event_query == nullptr || driver.stream_is_capturing == nullptr ||
      driver.exchange_capture_mode == nullptr)
    return SYNCFREE_PENDING_UNKNOWN;
  int mode = kCaptureRelaxed;  // captures of other threads do not mind what this thread asks
  driver.exchange_capture_mode(&mode);
  const uint8_t answer = watched.arguments == Arguments::kEvent
                             ? as_pending(driver.event_query(static_cast<const OneArgument*>(arguments)->handle))
                             : ask_stream(meant_stream(pending.stream, watched));
  driver.exchange_capture_mode(&mode);
  return answer;
}

// A copy that the thread has just made, and what was on its stream before it.
struct LastCopy {
  Stream stream = nullptr;
  uint64_t left_ns = 0;  // when the observer was done with it
  uint8_t pending_before = SYNCFREE_PENDING_UNKNOWN;
};
thread_local LastCopy last_copy;

// Nothing fits between a copy and a wait that are this close, not even a launch. Such a wait belongs to the copy, whose
// own work does not count: what was there before the copy is what the two wait for.
constexpr uint64_t kTogetherNs = 1'000;

uint8_t pending_before_wait(const WatchedCall& watched, const void* arguments) {
  const bool together = watched.arguments == Arguments::kStream && last_copy.stream != nullptr &&
                        last_copy.stream == meant_stream(pending.stream, watched) &&
                        now_ns() - last_copy.left_ns < kTogetherNs;
  return together ? last_copy.pending_before : ask_pending(watched, arguments);
}

bool asks_pending() { return observer.asks_pending && observer.wants_details.load(std::memory_order_relaxed); }

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

void on_entry(const CallbackData& data, const WatchedCall& watched) {
  const uint8_t kind = watched.kind;
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
  if (is_copy(kind)) {
    describe_copy(watched, data.arguments, pending);
    if (observer.finds_memory) find_memory(watched, data.arguments, pending);
  }
  if (watched.arguments == Arguments::kStream) pending.stream = static_cast<const OneArgument*>(data.arguments)->handle;
  if (asks_pending() && kind >= SYNCFREE_WAIT && kind <= SYNCFREE_RELEASE)
    pending.pending_before =
        kind == SYNCFREE_WAIT ? pending_before_wait(watched, data.arguments) : ask_pending(watched, data.arguments);
  inside_callback = false;
  *data.correlation = now_ns();
}

// Whether work is left behind a copy tells whether it has waited.
bool asks_after(const SyncfreeCall& call) {
  return asks_pending() && call.pending_before == SYNCFREE_PENDING &&
         (call.kind == SYNCFREE_COPY || (call.kind == SYNCFREE_ASYNC_COPY && call.duration_ns >= SYNCFREE_QUICK_NS));
}

void on_return(const CallbackData& data, const WatchedCall& watched) {
  const uint64_t start = *data.correlation;
  if (start == 0) return;  // not looked at, or the observer was turned on in the middle of the call
  const uint64_t duration = now_ns() - start;
  uint8_t kind = watched.kind;
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
  if (asks_after(call)) {
    inside_callback = true;
    call.pending_after = ask_pending(watched, data.arguments);
    inside_callback = false;
  }
  handed_out = {.watched = &watched, .arguments = data.arguments};
  hand_out(call);
  handed_out = {};
  last_copy = {};
  if (is_copy(kind) && asks_pending())
    last_copy = {
        .stream = meant_stream(call.stream, watched), .left_ns = now_ns(), .pending_before = call.pending_before};
}

void on_driver_call(void*, int domain, uint32_t id, const void* arguments) {
  if (inside_callback || domain != kDriverDomain || id >= kIdBound) return;
  const auto& data = *static_cast<const CallbackData*>(arguments);
  const WatchedCall& watched = observer.calls[id];
  if (is_range(watched.kind)) {
    // A range begins behind its first call and ends before its last one.
    if ((data.site == kEnter) == (watched.kind == SYNCFREE_RANGE_END)) hand_out_range(data, watched.kind);
    return;
  }
  if (!observer.enabled.load(std::memory_order_relaxed)) {
    if (data.site == kEnter) *data.correlation = 0;
    return;
  }
  if (data.site == kEnter) {
    on_entry(data, watched);
  } else {
    on_return(data, watched);
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
    find(cuda, "cuPointerGetAttributes", driver.pointer_attributes);
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

bool is_wanted(uint8_t kind) {
  if (is_traced(kind)) return observer.sees_launches;
  if (kind == SYNCFREE_QUERY) return observer.sees_queries;
  return !is_range(kind) || observer.sees_ranges;
}

void name_calls() {
  for (uint32_t id = 1; id < kIdBound; ++id) {
    const char* name = nullptr;
    const bool known = observer.cupti.callback_name(kDriverDomain, id, &name) == kCuptiSuccess && name != nullptr;
    observer.calls[id] = known ? watched_call(name) : WatchedCall{};
    if (!is_wanted(observer.calls[id].kind)) observer.calls[id] = {};
  }
}

CuptiResult ask_for_callbacks(bool calls, bool launches) {
  if (observer.slow_ns != 0) return observer.cupti.enable_domain(calls ? 1 : 0, observer.subscriber, kDriverDomain);
  for (uint32_t id = 1; id < kIdBound; ++id) {
    const uint8_t kind = observer.calls[id].kind;
    if (kind == 0) continue;
    const bool wanted = is_range(kind) || (calls && (launches || !is_traced(kind)));
    const CuptiResult result = observer.cupti.enable_callback(wanted ? 1 : 0, observer.subscriber, kDriverDomain, id);
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
  observer.wants_details = true;
  observer.message.clear();
  observer.callback = callback;
  observer.slow_ns = slow_ns;
  observer.asks_pending = (more & SYNCFREE_ASK_PENDING) != 0;
  observer.finds_memory = (more & SYNCFREE_MEMORY_LATER) == 0;
  observer.sees_launches = (more & SYNCFREE_LAUNCHES) != 0;
  observer.sees_queries = (more & SYNCFREE_NO_QUERIES) == 0;
  observer.sees_ranges = (more & SYNCFREE_PROFILER_RANGES) != 0;
  if (!load_cupti(cupti_path)) return 1;
  CuptiResult result = observer.cupti.subscribe(&observer.subscriber, on_driver_call, nullptr);
  if (result != kCuptiSuccess) {
    observer.subscriber = nullptr;
    return refuse(result);
  }
  name_calls();
  result = ask_for_callbacks(true, true);
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

void syncfree_observer_find_memory(SyncfreeCall* call) {
  if (handed_out.watched != nullptr && is_copy(call->kind))
    find_memory(*handed_out.watched, handed_out.arguments, *call);
}

void syncfree_observer_subscribe(int calls, int details) {
  observer.wants_details = details != 0;
  if (observer.subscriber != nullptr) ask_for_callbacks(calls != 0, details != 0);
}

void syncfree_observer_stop(void) {
  observer.enabled = false;
  if (observer.subscriber == nullptr) return;
  observer.cupti.unsubscribe(observer.subscriber);
  observer.subscriber = nullptr;
}

const char* syncfree_observer_message(void) { return observer.message.c_str(); }
