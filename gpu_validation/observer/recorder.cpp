// The observer inside a program of somebody else: CUDA loads this library into each process that uses it
// (CUDA_INJECTION64_PATH) and calls InitializeInjection. What it sees goes to a file of the folder SYNCFREE_RECORD.

#include "recorder.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "autograd_node.h"
#include "find_cupti.h"
#include "gpu_trace.h"
#include "kept_numbers.h"
#include "native_stack.h"
#include "observer.h"
#include "python_hook.h"
#include "python_stack.h"
#include "record_file.h"
#include "sites.h"
#include "steps.h"

namespace syncfree::observer {
namespace {

constexpr std::size_t kMostFrames = 32;
constexpr timespec kBetweenSnapshots = {0, 400'000'000};

// A thread that made no call for so long did something else, and what it does next tells what that was for.
constexpr uint64_t kSilenceNs = 100'000;

uint64_t number_from(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr && *text != '\0' ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::string text_from(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

/// One for the process, as the subscriber is. Never destroyed: calls come in until the very end.
struct Recorder {
  std::mutex lock;  ///< of all that follows
  std::string folder;
  pid_t process = 0;
  bool wants_idle = false;
  bool wants_native = false;
  bool attached = false;
  std::string message;        ///< why not attached
  std::string cupti;          ///< the library's path
  std::string trace_problem;  ///< why the GPU's work is not recorded
  std::atomic<bool> trace_needs_flush = false;
  std::string hook_problem;
  bool lines_known = false;
  PythonStack python;
  Sites sites;
  Steps steps{StepPlan{}};
  std::map<std::string, std::set<int>> lines;
  Site* idle_after = nullptr;  ///< the GPU has had no work since this site's last visit, while launches are heard of
  Phase idle_phase = kStartUp;
  uint64_t idle_since_ns = 0;
  bool changed = false;
};

Recorder& recorder() {
  static Recorder& the_recorder = *new Recorder;
  return the_recorder;
}

/// The calling thread's frames as words that tell places apart.
struct Stack {
  std::vector<PythonFrame> python;
  std::vector<uint64_t> native;
  bool engine = false;
  std::string node;

  std::vector<uint64_t> words;  ///< the identity

  void identify() {
    for (const PythonFrame& frame : python) {
      words.push_back(reinterpret_cast<uint64_t>(frame.code));
      words.push_back(reinterpret_cast<uint64_t>(frame.file));
      words.push_back(static_cast<uint64_t>(frame.instruction) << 32 | static_cast<uint32_t>(frame.first_line));
    }
    words.insert(words.end(), native.begin(), native.end());
    words.push_back(engine ? 1 : 0);
    for (const char character : node) words.push_back(static_cast<unsigned char>(character));
  }

  void clear() {
    python.clear();
    native.clear();
    engine = false;
    node.clear();
    words.clear();
  }
};

/// The thread's own one, so that its memory serves again and again. Never destroyed: calls come in until the very end.
Stack& read_stack(const Recorder& self) {
  thread_local Stack& stack = *new Stack;
  stack.clear();
  self.python.read(stack.python, kMostFrames);
  if (stack.python.empty() && is_autograd_thread()) {
    stack.engine = true;
    stack.node = autograd_node();
    self.python.read_main(stack.python, kMostFrames);  // it waits in backward()
  }
  if (!self.python.is_python() || self.wants_native) read_native(stack.native, kMostFrames);
  stack.identify();
  return stack;
}

std::string thread_name() {
  if (syscall(SYS_gettid) == getpid()) return "main";
  char name[16] = {};
  prctl(PR_GET_NAME, name);
  return name;
}

Site describe(const Recorder& self, const Stack& stack) {
  Site site{.native = native_places(stack.native), .thread = thread_name(), .node = stack.node};
  for (const PythonFrame& frame : stack.python) site.python.push_back(self.python.place(frame));
  return site;
}

void note_launch(Recorder& self, uint64_t time_ns) {
  if (self.idle_after == nullptr) return;
  if (time_ns > self.idle_since_ns) {
    Counters& counters = self.idle_after->counters[self.idle_phase];
    counters.idle_ns += time_ns - self.idle_since_ns;
    ++counters.idles;
  }
  self.idle_after = nullptr;
}

Site& site_of_call(Recorder& self) {
  const Stack& stack = read_stack(self);
  self.changed = true;
  return self.sites.at(stack.words, [&] { return describe(self, stack); });
}

HostEvent event_of(const SyncfreeCall& call, HostEventKind kind) {
  return {.begin_ns = call.start_ns,
          .end_ns = call.start_ns + call.duration_ns,
          .thread = call.thread,
          .correlation = call.correlation,
          .kind = kind};
}

/// When the thread's last call ended.
thread_local uint64_t silent_since_ns = 0;

/// A collective of NCCL: other ranks wait for it.
bool is_collective(const SyncfreeCall& call) {
  return call.kernel != nullptr && std::strstr(call.kernel, "ncclDevKernel") != nullptr;
}

/// A launch or an allocation of a traced step. Where the thread was silent before it, the place is looked at.
void trace_launch(Recorder& self, const SyncfreeCall& call) {
  HostEvent event = event_of(call, call.kind == SYNCFREE_LAUNCHED ? HostEventKind::kLaunch : HostEventKind::kAllocate);
  if (call.start_ns - silent_since_ns > kSilenceNs || is_collective(call)) {
    const std::lock_guard guard(self.lock);
    event.site = static_cast<std::int64_t>(site_of_call(self).number);
  }
  trace_event(event);
  silent_since_ns = event.end_ns;
}

void on_range(const SyncfreeCall& call) {
  if (call.kind == SYNCFREE_RANGE_BEGIN) {
    begin_range();
  } else {
    end_range();
  }
}

void on_call(const SyncfreeCall* call) {
  thread_local Visit visit;
  Recorder& self = recorder();
  if (call->kind == SYNCFREE_LAUNCHED || call->kind == SYNCFREE_ALLOCATE) return trace_launch(self, *call);
  if (call->kind == SYNCFREE_RANGE_BEGIN || call->kind == SYNCFREE_RANGE_END) return on_range(*call);
  const std::lock_guard guard(self.lock);
  if (call->kind == SYNCFREE_LAUNCH) return note_launch(self, call->start_ns);
  const Phase phase = self.steps.phase();
  if (phase == kPhases && !is_tracing()) return;
  Site& site = site_of_call(self);
  HostEvent event = event_of(*call, HostEventKind::kCall);
  event.site = static_cast<std::int64_t>(site.number);
  Counters uncounted;
  event.blocked = note_call(*call, site, phase == kPhases ? uncounted : site.counters[phase], visit);
  trace_event(event);
  silent_since_ns = event.end_ns;
  if (!event.blocked || !self.wants_idle || phase == kPhases || !self.steps.needs_details()) return;
  // A copy that has not drained its stream leaves work behind.
  if (call->pending_after == SYNCFREE_PENDING) return;
  self.idle_after = &site;
  self.idle_phase = phase;
  self.idle_since_ns = call->start_ns + call->duration_ns;
  syncfree_observer_await_launch();
}

std::string path_of(const Recorder& self, const char* ending) {
  return self.folder + "/" + std::to_string(self.process) + ending;
}

/// The trace is written once it has stopped, and again if more of it comes.
void write_trace(Recorder& self) {
  if (!has_new_trace()) return;
  std::string text;
  {
    const std::lock_guard guard(self.lock);
    text = trace_text(self.steps.timeline());
  }
  write_record(path_of(self, ".timeline"), text);
}

void write_snapshot(Recorder& self) {
  std::string text;
  {
    const std::lock_guard guard(self.lock);
    if (!self.changed) return;
    self.changed = false;
    text = record_text({.attached = self.attached,
                        .message = self.message,
                        .hook_problem = self.hook_problem,
                        .trace_problem = self.trace_problem,
                        .python = self.python,
                        .lines_known = self.lines_known,
                        .lines = self.lines,
                        .sites = self.sites,
                        .steps = self.steps});
  }
  write_record(path_of(self, ".json"), text);
}

/// Results of a program without Python; those of Python are kept and written there.
void write_kept_numbers(Recorder& self) {
  if (self.python.is_python()) return;
  if (const std::string text = kept_numbers_text(); !text.empty()) write_record(path_of(self, ".results"), text);
}

/// A program may hang, or be killed: what was seen is in the file soon after it was seen.
void* keep_writing(void*) {
  Recorder& self = recorder();
  while (true) {
    nanosleep(&kBetweenSnapshots, nullptr);
    if (self.trace_needs_flush.exchange(false)) flush_trace(false);
    write_trace(self);
    write_snapshot(self);
  }
  return nullptr;
}

void start_writing() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are the program's
  pthread_t thread;
  if (pthread_create(&thread, nullptr, keep_writing, nullptr) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

int on_main_thread(void*) {
  Recorder& self = recorder();
  {
    const std::lock_guard guard(self.lock);
    self.python.check();
    self.changed = true;
  }
  start_python_hook();
  return 0;
}

void attach(Recorder& self) {
  self.python.attach();
  if (!self.python.is_python() || self.wants_native) {
    std::vector<uint64_t> first;  // the unwinder loads a library on its first use
    read_native(first, kMostFrames);
  }
  self.cupti = find_cupti();
  const std::string step = text_from("SYNCFREE_STEP");
  const int more = SYNCFREE_ASK_PENDING | SYNCFREE_NO_QUERIES | SYNCFREE_MEMORY_LATER |
                   (self.wants_idle ? SYNCFREE_LAUNCHES : 0) | (step == "profiler" ? SYNCFREE_PROFILER_RANGES : 0);
  self.attached = syncfree_observer_start_with(self.cupti.c_str(), on_call, 0, more) == 0;
  if (!self.attached) {
    self.message = syncfree_observer_message();
    return;
  }
  syncfree_observer_enable(1);
}

void start(const char* folder) {
  Recorder& self = recorder();
  {
    const std::lock_guard guard(self.lock);
    if (!self.folder.empty()) return;
    self.folder = folder;
    self.process = getpid();
    self.wants_idle = number_from("SYNCFREE_IDLE", 0) != 0;
    self.wants_native = number_from("SYNCFREE_NATIVE", 0) != 0;
    const StepPlan usual;
    self.steps = Steps({.warm_up = number_from("SYNCFREE_WARMUP", usual.warm_up),
                        .timeline = self.wants_idle ? number_from("SYNCFREE_TIMELINE", usual.timeline) : 0,
                        .observed = number_from("SYNCFREE_STEPS", usual.observed)});
    attach(self);
    self.changed = true;
  }
  std::atexit(note_exit);  // before CUPTI's own
  if (self.attached && self.python.is_python()) run_on_main_thread(on_main_thread);
  write_snapshot(self);
  start_writing();
}

/// What is known only at the end: when the last step ended, and what CUPTI still holds back.
void finish_trace(Recorder& self) {
  std::uint64_t last_return = 0;
  {
    const std::lock_guard guard(self.lock);
    last_return = self.steps.last_return();
  }
  if (last_return != 0) end_step(StepSource::kFunction, last_return);
  flush_trace(true);
  stop_trace();
  write_trace(self);
}

/// A forked child has the parent's memory, but the record is the parent's to write.
bool is_ours(const Recorder& self) { return !self.folder.empty() && self.process == getpid(); }

__attribute__((destructor)) void finish() {
  Recorder& self = recorder();
  if (!is_ours(self)) return;
  syncfree_observer_enable(0);
  write_trace(self);
  write_snapshot(self);
  write_kept_numbers(self);
}

/// Records the GPU's work from now on, or no longer. CUPTI may call back: the recorder's lock is not to be held.
void switch_trace(Recorder& self, bool wanted) {
  if (wanted == is_tracing()) return;
  if (!wanted) {
    stop_trace();
    syncfree_observer_trace(0);
    self.trace_needs_flush = true;
    return;
  }
  std::string problem = start_trace(self.cupti);
  if (problem.empty()) return syncfree_observer_trace(1);
  const std::lock_guard guard(self.lock);
  self.trace_problem = std::move(problem);
}

/// What the observer has to hear of.
struct Needs {
  bool calls;
  bool details;

  bool operator==(const Needs&) const = default;
};

Needs needs_of(const Steps& steps) { return {.calls = steps.needs_calls(), .details = steps.needs_details()}; }

/// What changes when a step has ended, or when one begins behind a gap; `change` returns whether it is so.
template <typename Change>
void change_step(Change change) {
  Recorder& self = recorder();
  Needs before{}, after{};
  bool needs_trace = false;
  {
    const std::lock_guard guard(self.lock);
    if (!self.attached) return;
    before = needs_of(self.steps);
    const Phase into = self.steps.closes_into();
    if (!change(self.steps)) return;
    self.sites.close_step(into);
    // The GPU may be without work until the next step has begun; that belongs to the step that let it run dry.
    if (into != kPhases) self.idle_phase = into;
    after = needs_of(self.steps);
    needs_trace = self.steps.needs_trace() && self.trace_problem.empty();
    self.changed = true;
  }
  switch_trace(self, needs_trace);
  if (after != before) {
    syncfree_observer_enable(after.calls ? 1 : 0);
    syncfree_observer_subscribe(after.calls ? 1 : 0, after.details ? 1 : 0);
  }
  const std::lock_guard guard(self.lock);
  if (!after.details) self.idle_after = nullptr;
  self.steps.begin_step(now_ns());
}

}  // namespace

void end_step(StepSource source, uint64_t time_ns) {
  const uint64_t end = time_ns != 0 ? time_ns : now_ns();
  change_step([&](Steps& steps) { return steps.end_step(source, end); });
}

void begin_range() {
  const uint64_t now = now_ns();
  change_step([&](Steps& steps) { return steps.begin_range(now); });
}

void end_range() {
  const uint64_t now = now_ns();
  change_step([&](Steps& steps) { return steps.end_range(now); });
}

void note_line(const char* file, int line) {
  Recorder& self = recorder();
  const std::lock_guard guard(self.lock);
  self.lines[file].insert(line);
  self.changed = true;
}

void note_hook(bool knows_lines, const char* problem) {
  Recorder& self = recorder();
  const std::lock_guard guard(self.lock);
  self.lines_known = knows_lines;
  self.hook_problem = problem;
  self.changed = true;
}

void note_return() {
  Recorder& self = recorder();
  const std::lock_guard guard(self.lock);
  self.steps.note_return(now_ns());
}

void note_exit() {
  Recorder& self = recorder();
  if (is_ours(self)) finish_trace(self);
}

void note_span(HostEventKind kind, bool begins) {
  thread_local uint64_t since_ns[2] = {};
  uint64_t& since = since_ns[kind == HostEventKind::kCollect ? 1 : 0];
  if (!is_tracing()) {
    since = 0;
  } else if (begins) {
    since = now_ns();
  } else if (since != 0) {
    trace_event(
        {.begin_ns = since, .end_ns = now_ns(), .thread = static_cast<uint32_t>(syscall(SYS_gettid)), .kind = kind});
    since = 0;
  }
}

}  // namespace syncfree::observer

extern "C" {

// CUDA calls it from cuInit, in the thread that made that call.
__attribute__((visibility("default"))) int InitializeInjection() {
  if (const char* folder = std::getenv("SYNCFREE_RECORD")) syncfree::observer::start(folder);
  return 1;
}

// For programs that say themselves where a step ends (README.md).
__attribute__((visibility("default"))) void syncfree_step() {
  syncfree::observer::end_step(syncfree::observer::StepSource::kMarker);
}

// For programs without Python that keep results: `count` elements in host memory, of a type as torch names it.
__attribute__((visibility("default"))) void syncfree_keep(const char* name, const char* type, const void* data,
                                                          unsigned long long count) {
  syncfree::observer::keep_numbers(name, type, data, count);
}

// For programs that name the begin and the end of a step.
__attribute__((visibility("default"))) void syncfree_step_begin() { syncfree::observer::begin_range(); }
__attribute__((visibility("default"))) void syncfree_step_end() { syncfree::observer::end_range(); }

// For the part of the observer that is in Python (python_hook.py).
__attribute__((visibility("default"))) void syncfree_hook_step(int by_function) {
  using syncfree::observer::StepSource;
  syncfree::observer::end_step(by_function != 0 ? StepSource::kFunction : StepSource::kOptimizer);
}
__attribute__((visibility("default"))) void syncfree_hook_return() { syncfree::observer::note_return(); }
__attribute__((visibility("default"))) void syncfree_hook_exit() { syncfree::observer::note_exit(); }
__attribute__((visibility("default"))) void syncfree_hook_pause() { syncfree_observer_enable(0); }
__attribute__((visibility("default"))) void syncfree_hook_span(int collects, int begins) {
  using syncfree::observer::HostEventKind;
  syncfree::observer::note_span(collects != 0 ? HostEventKind::kCollect : HostEventKind::kLoad, begins != 0);
}
__attribute__((visibility("default"))) void syncfree_hook_line(const char* file, int line) {
  syncfree::observer::note_line(file, line);
}
__attribute__((visibility("default"))) void syncfree_hook_state(int knows_lines, const char* problem) {
  syncfree::observer::note_hook(knows_lines != 0, problem);
}
}
