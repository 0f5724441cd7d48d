// The calls of a profile and what the GPU did, on one clock; and which of the calls held the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/confirm/activity.h"
#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// A call of the CUDA runtime or driver. Times are in microseconds.
struct HostCall {
  double begin = 0, end = 0;
  std::int64_t thread = 0;
  std::int64_t correlation = 0;
  std::string name;
};

/// A kernel, a copy or a memset.
struct DeviceWork {
  double begin = 0, end = 0;
  std::int64_t correlation = 0;  ///< of the call that asked for it
  std::string copy;              ///< "pageable to device"; empty for what is no copy
  std::uint64_t bytes = 0;
};

/// One use of a place: a wait, or a copy and the wait that belongs to it.
struct HostVisit {
  std::size_t first_call;  ///< index into Timeline::calls
  std::vector<std::string> calls;
  std::string copy;
  std::uint64_t bytes = 0;
  Tally tally;  ///< of this one
};

struct Timeline {
  std::vector<HostCall> calls;
  std::vector<DeviceWork> works;
  std::vector<Span> steps;  ///< none: the whole profile is looked at
};

/// The visits in the steps of the timeline, in the order of time. Sorts the timeline.
std::vector<HostVisit> host_visits(Timeline& timeline);

/// Adds a visit to its place.
void add_visit(CallSite& place, const HostVisit& visit);

}  // namespace syncfree::confirm
