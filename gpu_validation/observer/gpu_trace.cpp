#include "gpu_trace.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <unordered_map>

#include <dlfcn.h>

#include "cupti_api.h"

namespace syncfree::observer {
namespace {

constexpr std::size_t kBufferBytes = 4 << 20;
constexpr std::size_t kAlignment = 8;
constexpr std::size_t kFirstRoom = 1 << 16;  // events for which there is room from the start

// What a run may record: some 10 steps of 20,000 kernels. Then the trace ends, and with it the steps that it tells of.
constexpr std::size_t kMostRecords = 400'000;

// Of a graph, each node has a record. Graphs as one record each (kind 51) are not asked for: CUPTI of CUDA 13 crashes in
// cuGraphLaunch, if that is turned on when a graph has been instantiated.
constexpr ActivityKind kWanted[] = {kActivityKernel, kActivityCopy, kActivitySet};

struct Trace {
  ActivityFunctions cupti;
  bool registered = false;
  std::atomic<bool> running = false;
  std::mutex lock;  ///< of all that follows
  std::vector<HostEvent> events;
  std::vector<GpuWork> works;
  std::vector<std::string> names;
  std::unordered_map<const char*, uint32_t> number_of;  ///< CUPTI keeps one text for a name
  uint64_t full_since_ns = 0;
  int64_t clock_offset_ns = 0;  ///< to add to CUPTI's times, where it cannot be given our clock
  bool changed = false;
};

/// One for the process, as CUPTI has one. Never destroyed: buffers come in until the very end.
Trace& trace() {
  static Trace& the_trace = *new Trace;
  return the_trace;
}

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t our_clock() { return now_ns(); }

void give_buffer(uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
  *size = *buffer != nullptr ? kBufferBytes : 0;
  *most_records = 0;
}

template <typename T>
T load(const uint8_t* record, std::size_t offset) {
  T value;
  std::memcpy(&value, record + offset, sizeof value);
  return value;
}

uint32_t number_of_name(Trace& self, const char* name) {
  const auto [entry, is_new] = self.number_of.try_emplace(name, static_cast<uint32_t>(self.names.size()));
  if (is_new) self.names.emplace_back(name);
  return entry->second;
}

/// Names of what is no kernel; indexes are those of GpuWorkKind.
const char* name_of(GpuWorkKind kind, const uint8_t* record) {
  static constexpr const char* kCopies[] = {
      "copy",           "copy to device",  "copy to host",    "copy to array",  "copy from array",
      "array to array", "array to device", "device to array", "copy on device", "host to host",
      "copy to a peer"};
  if (kind == GpuWorkKind::kSet) return "memset";
  const auto direction = load<uint8_t>(record, kCopyDirection);
  return direction < sizeof kCopies / sizeof kCopies[0] ? kCopies[direction] : kCopies[0];
}

void add(Trace& self, const uint8_t* record) {
  const auto kind = load<ActivityKind>(record, 0);
  const ActivityLayout* layout = layout_of(kind);
  if (layout == nullptr) return;
  GpuWork work;
  const auto offset = static_cast<uint64_t>(self.clock_offset_ns);
  work.begin_ns = load<uint64_t>(record, layout->start) + offset;
  work.end_ns = load<uint64_t>(record, layout->end) + offset;
  work.stream = load<uint32_t>(record, layout->stream);
  work.correlation = load<uint32_t>(record, layout->correlation);
  work.kind = static_cast<GpuWorkKind>(layout - kActivityLayouts);
  const char* name = work.kind == GpuWorkKind::kKernel ? load<const char*>(record, kKernelName) : nullptr;
  work.name = number_of_name(self, name != nullptr ? name : name_of(work.kind, record));
  if (work.begin_ns == offset || work.end_ns < work.begin_ns) return;  // CUPTI could not time it
  self.works.push_back(work);
}

void take_buffer(void*, uint32_t, uint8_t* buffer, std::size_t, std::size_t valid) {
  Trace& self = trace();
  {
    const std::lock_guard guard(self.lock);
    uint8_t* record = nullptr;
    while (valid > 0 && self.works.size() < kMostRecords &&
           self.cupti.next_record(buffer, valid, &record) == kCuptiSuccess)
      add(self, record);
    self.changed = true;
    if (self.works.size() >= kMostRecords && self.full_since_ns == 0) self.full_since_ns = self.works.back().begin_ns;
  }
  std::free(buffer);
}

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// The offset between CUPTI's clock and ours, from the quickest of some readings.
int64_t measure_offset(const ActivityFunctions& cupti) {
  int64_t offset = 0;
  uint64_t quickest = ~uint64_t{0};
  for (int i = 0; i < 16; ++i) {
    uint64_t theirs = 0;
    const uint64_t before = now_ns();
    if (cupti.timestamp(&theirs) != kCuptiSuccess) break;
    const uint64_t after = now_ns();
    if (after - before >= quickest) continue;
    quickest = after - before;
    offset = static_cast<int64_t>(before + (after - before) / 2) - static_cast<int64_t>(theirs);
  }
  return offset;
}

std::string register_with(Trace& self, const std::string& cupti_path) {
  void* library = dlopen(cupti_path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  ActivityFunctions& cupti = self.cupti;
  if (library == nullptr || !find(library, "cuptiActivityRegisterCallbacks", cupti.register_callbacks) ||
      !find(library, "cuptiActivityEnable", cupti.enable) || !find(library, "cuptiActivityDisable", cupti.disable) ||
      !find(library, "cuptiActivityFlushAll", cupti.flush) ||
      !find(library, "cuptiActivityGetNextRecord", cupti.next_record) ||
      !find(library, "cuptiGetTimestamp", cupti.timestamp))
    return "this CUPTI tells nothing of the GPU's work";
  if (cupti.register_callbacks(give_buffer, take_buffer) != kCuptiSuccess)
    return "CUPTI gives the GPU's work to somebody else";
  CuptiResult (*register_clock)(uint64_t (*clock)()) = nullptr;
  const bool ours = find(library, "cuptiActivityRegisterTimestampCallback", register_clock) &&
                    register_clock(our_clock) == kCuptiSuccess;
  if (!ours) self.clock_offset_ns = measure_offset(cupti);
  self.events.reserve(kFirstRoom);
  self.works.reserve(kFirstRoom);
  self.registered = true;
  return {};
}

void append(std::string& text, std::initializer_list<int64_t> numbers) {
  text += text.ends_with('[') ? "\n[" : ",\n[";
  bool first = true;
  for (const int64_t number : numbers) {
    if (!first) text += ',';
    first = false;
    text += std::to_string(number);
  }
  text += ']';
}

void append_name(std::string& text, const std::string& name) {
  text += text.ends_with('[') ? "\n\"" : ",\n\"";
  for (const char character : name) {
    if (character == '"' || character == '\\') text += '\\';
    text += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
  }
  text += '"';
}

}  // namespace

std::string start_trace(const std::string& cupti_path) {
  Trace& self = trace();
  if (!self.registered) {
    if (std::string problem = register_with(self, cupti_path); !problem.empty()) return problem;
  }
  for (const ActivityKind kind : kWanted) {
    const CuptiResult result = self.cupti.enable(kind);
    if (kind == kActivityKernel && result != kCuptiSuccess) return "CUPTI does not record kernels here";
  }
  self.running = true;
  return {};
}

void stop_trace() {
  Trace& self = trace();
  if (!self.running.exchange(false)) return;
  for (const ActivityKind kind : kWanted) self.cupti.disable(kind);
  const std::lock_guard guard(self.lock);
  self.changed = true;
}

bool is_tracing() { return trace().running.load(std::memory_order_relaxed); }

void trace_event(const HostEvent& event) {
  Trace& self = trace();
  if (!self.running.load(std::memory_order_relaxed)) return;
  const std::lock_guard guard(self.lock);
  if (self.events.size() < kMostRecords) {
    self.events.push_back(event);
  } else if (self.full_since_ns == 0) {
    self.full_since_ns = event.begin_ns;
  }
}

void flush_trace(bool forced) {
  Trace& self = trace();
  if (self.registered) self.cupti.flush(forced ? kFlushForced : 0);
}

bool has_new_trace() {
  Trace& self = trace();
  if (!self.registered || is_tracing()) return false;
  const std::lock_guard guard(self.lock);
  return self.changed;
}

std::string trace_text(const std::vector<std::pair<uint64_t, uint64_t>>& steps) {
  Trace& self = trace();
  const std::lock_guard guard(self.lock);
  self.changed = false;
  const uint64_t origin = steps.empty() ? 0 : steps.front().first;
  const auto relative = [&](uint64_t time) { return static_cast<int64_t>(time - origin); };
  std::string text = "{\"format\":1,\"origin_ns\":" + std::to_string(origin) + ",\"steps\":[";
  for (const auto& [begin, end] : steps) {
    if (self.full_since_ns == 0 || end < self.full_since_ns) append(text, {relative(begin), relative(end)});
  }
  text += "],\n\"names\":[";
  for (const std::string& name : self.names) append_name(text, name);
  text += "],\n\"works\":[";
  for (const GpuWork& work : self.works) {
    append(text, {relative(work.begin_ns), relative(work.end_ns), work.stream, work.correlation,
                  static_cast<int64_t>(work.kind), work.name});
  }
  text += "],\n\"events\":[";
  for (const HostEvent& event : self.events) {
    append(text, {relative(event.begin_ns), relative(event.end_ns), event.thread, event.correlation,
                  static_cast<int64_t>(event.kind), event.blocked ? 1 : 0, event.site});
  }
  text += "]}\n";
  return text;
}

}  // namespace syncfree::observer
