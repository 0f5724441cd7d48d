// What the GPU did in a few steps of the program, and when the host asked for it: CUPTI's activity records beside the
// calls that the observer hears of. All times are of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syncfree::observer {

/// What a thread of the host did. Calls that give the GPU work have a correlation number.
enum class HostEventKind : std::uint8_t {
  kLaunch,    ///< a kernel, a memset, a graph
  kCall,      ///< a synchronize call, a copy, or memory given back; may have held the host
  kAllocate,  ///< memory taken, or code loaded
  kLoad,      ///< Python's data loader gave the next batch
  kCollect,   ///< Python collected garbage
};

struct HostEvent {
  uint64_t begin_ns = 0, end_ns = 0;
  uint32_t thread = 0;  ///< the kernel's number
  uint32_t correlation = 0;
  HostEventKind kind = HostEventKind::kLaunch;
  bool blocked = false;    ///< the call held the host
  std::int64_t site = -1;  ///< Site::number of where it was made, if that was looked at
};

enum class GpuWorkKind : std::uint8_t { kKernel, kCopy, kSet };

struct GpuWork {
  uint64_t begin_ns = 0, end_ns = 0;
  uint32_t stream = 0, correlation = 0;
  uint32_t name = 0;  ///< index into the names
  GpuWorkKind kind = GpuWorkKind::kKernel;
};

/// Begins to record, with the libcupti that the subscriber uses. Says why it cannot, or nothing.
std::string start_trace(const std::string& cupti_path);
/// Records nothing more; what is under way still comes.
void stop_trace();
bool is_tracing();

void trace_event(const HostEvent& event);

/// Makes CUPTI hand over what it has. `forced` at the end of a program: also what is not complete.
void flush_trace(bool forced);

/// Whether the trace has stopped and holds what no call of trace_text() has told.
bool has_new_trace();

/// The trace as JSON, with those steps; see cli/confirm/activity_reader.cpp.
std::string trace_text(const std::vector<std::pair<uint64_t, uint64_t>>& steps);

}  // namespace syncfree::observer
