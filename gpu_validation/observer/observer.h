// The interface of the CUPTI observer: each driver call that can hold the host, handed out when it has returned.
//
// Plain C, so that any program can load the library: Python through ctypes, C++ through dlopen.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SYNCFREE_WAIT = 1,          // a synchronize call
  SYNCFREE_COPY = 2,          // a copy that the driver promises to finish before it returns
  SYNCFREE_ASYNC_COPY = 3,    // a copy that may return at once, but need not: pageable memory holds it
  SYNCFREE_RELEASE = 4,       // memory given back, which can wait for its last use
  SYNCFREE_QUERY = 5,         // asks whether work is done, and returns at once
  SYNCFREE_SLOW = 6,          // any other driver call that took longer than the caller's bound
  SYNCFREE_LAUNCH = 7,        // gives the GPU work; handed out on entry, and only when it was asked for
  SYNCFREE_LAUNCHED = 8,      // the same on return; only while syncfree_observer_trace() is on
  SYNCFREE_ALLOCATE = 9,      // takes memory, or loads code; only while syncfree_observer_trace() is on
  SYNCFREE_RANGE_BEGIN = 10,  // cuProfilerStart; only with SYNCFREE_PROFILER_RANGES
  SYNCFREE_RANGE_END = 11,    // cuProfilerStop
};

enum {
  SYNCFREE_MEMORY_UNKNOWN = 0,
  SYNCFREE_MEMORY_PAGEABLE = 1,
  SYNCFREE_MEMORY_PINNED = 2,
  SYNCFREE_MEMORY_DEVICE = 3,
  SYNCFREE_MEMORY_MANAGED = 4,
};

enum {
  SYNCFREE_PENDING_UNKNOWN = 0,
  SYNCFREE_IDLE = 1,
  SYNCFREE_PENDING = 2,
};

// What the observer does otherwise than usual; the first two cost time.
enum {
  SYNCFREE_ASK_PENDING = 1,      // ask the stream or event of each call whether work is pending
  SYNCFREE_LAUNCHES = 2,         // make syncfree_observer_await_launch() possible
  SYNCFREE_NO_QUERIES = 4,       // leave SYNCFREE_QUERY out
  SYNCFREE_PROFILER_RANGES = 8,  // hand out cuProfilerStart and cuProfilerStop, whether or not calls are wanted
  SYNCFREE_MEMORY_LATER = 16,    // leave the memory of copies to syncfree_observer_find_memory()
};

// A copy that may return at once and took less than this, in nanoseconds, has not waited for the work before it.
enum { SYNCFREE_QUICK_NS = 25000 };

struct SyncfreeCall {
  uint64_t start_ns;     // CLOCK_MONOTONIC
  uint64_t duration_ns;  // from entry to return, as the calling thread saw it
  uint64_t bytes;        // copies only
  const char* name;      // the driver's name of the call; lives as long as the process
  uint32_t thread;       // the kernel's thread id
  int32_t result;        // CUresult; 600 is "not ready", 900 to 910 are refusals during capture
  uint8_t kind;          // SYNCFREE_WAIT and so on
  uint8_t source;        // copies only: SYNCFREE_MEMORY_…
  uint8_t destination;
  // With SYNCFREE_ASK_PENDING: whether the stream or event that the call is about had work left, before the call (a
  // copy's own work does not count, and neither does it for the wait right behind it) and, for copies that were not
  // quick, after it. Calls that name no stream speak of the legacy stream.
  uint8_t pending_before;
  uint8_t pending_after;
  void* stream;          // of the call, where it has one
  uint32_t correlation;  // CUPTI's number of the call, which the work on the GPU that it asks for has too
  const char*
      kernel;  // SYNCFREE_LAUNCHED: the mangled name of a kernel; null where it is none; lives during the callback
};

// Called on the thread that made the driver call, after the call, and never for calls made inside the callback.
typedef void (*SyncfreeCallback)(const struct SyncfreeCall* call);

// Starts to observe. `cupti_path` names the libcupti to use; it must be the one that the process has loaded, if it has
// loaded one: two copies do not see each other's subscribers. Calls of other kinds are handed out when they take
// `slow_ns` or longer; 0 leaves them unobserved, which costs less. Returns 0, or a code with its reason in
// syncfree_observer_message(): 1 no CUPTI, 2 another subscriber holds it, 3 CUPTI refuses, 4 already started.
int syncfree_observer_start(const char* cupti_path, SyncfreeCallback callback, uint64_t slow_ns);

// The same with some of SYNCFREE_ASK_PENDING, SYNCFREE_LAUNCHES and so on.
int syncfree_observer_start_with(const char* cupti_path, SyncfreeCallback callback, uint64_t slow_ns, int more);

// Hands out the next launch of any thread, once.
void syncfree_observer_await_launch(void);

// Hands out each launch and allocation, too. Needs SYNCFREE_LAUNCHES. Off after the start.
void syncfree_observer_trace(int enabled);

// Fills in `source` and `destination` of the copy that was handed out. In the callback only. Takes up to a microsecond.
void syncfree_observer_find_memory(struct SyncfreeCall* call);

// Asks CUPTI for callbacks, or for none, so that a program runs as fast as without the observer. Details cost most: the
// callbacks of launches and allocations, and to ask whether work is pending. All after the start.
void syncfree_observer_subscribe(int calls, int details);

// Turns the hand-out on and off. Off after the start.
void syncfree_observer_enable(int enabled);

// Gives CUPTI back, so that a profiler can have it.
void syncfree_observer_stop(void);

const char* syncfree_observer_message(void);

#ifdef __cplusplus
}
#endif
