// The work of the host and the GPU in a few steps of a run, on one clock: the observer's timeline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace syncfree::confirm {

struct Span {
  double begin = 0, end = 0;
};

enum class HostEventKind : std::uint8_t {
  kLaunch,    ///< a kernel, a memset, a graph
  kCall,      ///< a synchronize call, a copy, or memory given back
  kAllocate,  ///< memory taken, or code loaded
  kLoad,      ///< Python's data loader gave the next batch
  kCollect,   ///< Python collected garbage
};

/// Times are in microseconds from the begin of the first step.
struct HostEvent {
  double begin = 0, end = 0;
  std::uint32_t thread = 0;
  std::uint32_t correlation = 0;  ///< that of the work it asks for; 0 for what is no call
  HostEventKind kind = HostEventKind::kLaunch;
  bool blocked = false;
  std::int64_t place = -1;           ///< index into Process::places; -1: not looked at
  std::uint64_t pageable_bytes = 0;  ///< a copy from or into pageable memory has at most these
};

enum class GpuWorkKind : std::uint8_t { kKernel, kCopy, kSet };

struct GpuWork {
  double begin = 0, end = 0;
  std::uint32_t stream = 0;
  std::uint32_t correlation = 0;
  GpuWorkKind kind = GpuWorkKind::kKernel;
  std::uint32_t name = 0;  ///< index into Activity::names
};

struct Activity {
  double origin = 0;               ///< of the times: CLOCK_MONOTONIC of the first step's begin, in microseconds
  std::vector<Span> steps;         ///< one after the other; there may be time between them
  std::vector<HostEvent> events;   ///< by their begin; some are of before the first step
  std::vector<GpuWork> works;      ///< by their begin
  std::vector<std::string> names;  ///< mangled, as CUPTI gives them
};

}  // namespace syncfree::confirm
