// Why the GPU is idle in the steps of a recording, and what a step would gain without some of its waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/confirm/activity.h"

namespace syncfree::confirm {

/// What the GPU's idle time is due to, in milliseconds a step. Together they are all of it.
struct IdleCauses {
  double waits = 0;       ///< what all waits together cost, with the launches that they delay
  double loading = 0;     ///< the host was in the data loader
  double allocation = 0;  ///< it took memory or loaded code
  double collection = 0;  ///< Python collected garbage
  double code = 0;        ///< it did something else for long, without a call of CUDA
  double launches = 0;    ///< it launched work more slowly than the GPU did it
  double device = 0;      ///< work was there: pauses between kernels, and waits of streams for each other
};

enum class Bound : std::uint8_t { kGpu, kWaits, kLoading, kAllocation, kCollection, kCode, kLaunches };

/// "GPU-bound", "held up by waits", "launch-bound", …
std::string_view name_of(Bound);

struct StepAnalysis {
  std::size_t steps = 0;
  double step_ms = 0;                    ///< mean
  double idle_ms = 0;                    ///< of a step, mean
  double scale = 1;                      ///< of idle time, from what was recorded to a step without the observer; done
  double least_idle = 0, most_idle = 0;  ///< share of a step, over the steps
  double run_ahead_ms = 0;               ///< median time from a launch's return to the begin of its work
  IdleCauses causes;
  Bound bound = Bound::kGpu;
  /// Places that were silent before their call for long, and for how many milliseconds a step, longest first.
  std::vector<std::pair<std::size_t, double>> code;

  double idle_share() const { return step_ms > 0 ? idle_ms / step_ms : 0; }
};

/// Of an activity with steps. `undisturbed_ms` is the mean of steps that ran without the observer, 0 if there are none:
/// the GPU has the same work in them, so what the recorded steps are longer is idle time that the observer has brought,
/// and idle times are made smaller by its share. Of what waits cost, the time that the observer took for each event
/// between them is taken off.
StepAnalysis analyze_steps(const Activity& activity, double undisturbed_ms);

/// What is known of the waits of some places of one process.
struct WaitEstimate {
  double waits = 0;    ///< a step
  double wait_ms = 0;  ///< in them, a step
  double gain_ms = 0;  ///< by which a step would be shorter without them: idle time of the GPU that they explain
};

/// For each group of places (indexes into Process::places), without that group alone. `undisturbed_ms` as above.
std::vector<WaitEstimate> estimate_waits(const Activity& activity, double undisturbed_ms,
                                         std::span<const std::vector<std::size_t>> groups);

/// Parts of the time between `begin` and `end` in which no work ran. Works are by their begin.
std::vector<Span> idle_spans(std::span<const Span> works, double begin, double end);

}  // namespace syncfree::confirm
