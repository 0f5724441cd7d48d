// Ranks beside each other: where they meet in collectives, who comes last, and what the GPUs of the others do
// meanwhile.
//
// A kernel of NCCL runs from when its own rank is ready until all ranks are. So the time before the last rank has begun
// is a wait on the GPU, though the GPU counts as busy.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/confirm/activity.h"
#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// One rank; means in milliseconds a step.
struct RankTimes {
  std::size_t process = 0;  ///< index into Recording::processes
  double step_ms = 0;
  double idle_ms = 0;        ///< nothing ran
  double work_ms = 0;        ///< something ran that is no collective
  double collective_ms = 0;  ///< a collective ran
  double waiting_ms = 0;     ///< of that, before the last rank had begun
  double exposed_ms = 0;     ///< of that, with nothing else on the GPU
  double last = 0;           ///< collectives a step that it was the last to begin
};

/// What one rank waits for another; a step.
struct RankWait {
  std::size_t waiting = 0, last = 0;  ///< indexes into Ranks::times
  double waiting_ms = 0;
  double exposed_ms = 0;
  /// Of waiting_ms, that the last one's GPU had stood idle for longer in the step; else its work took longer.
  double idle_ms = 0;
};

/// One collective of a step, over all steps.
struct Meeting {
  std::string kind;         ///< "AllReduce"
  std::size_t ordinal = 0;  ///< from 1, among those of its kind in a step
  std::size_t of = 0;       ///< how many of its kind a step has
  std::size_t steps = 0;    ///< in which it was seen
  double waiting_ms = 0;    ///< a step, of the rank that waits longest
  std::size_t last = 0;     ///< the rank that came last most often, an index into Ranks::times
  std::size_t last_in = 0;  ///< in how many steps
  std::int64_t place = -1;  ///< where that rank asked for it: an index into its Process::places
};

/// What a rank's GPU did in one step: for the picture. Times are in microseconds from the step's begin on the first
/// rank.
struct RankLane {
  Span step;
  std::vector<Span> work, collectives, waiting;
};

struct Ranks {
  std::size_t steps = 0;  ///< that all ranks have; 0: there are no ranks to compare
  std::vector<RankTimes> times;
  std::vector<RankWait> waits;    ///< longest first; none that is 0
  std::vector<Meeting> meetings;  ///< longest wait first
  double collectives = 0;         ///< a step, that all ranks met in
  double unmatched = 0;           ///< a step: not of all ranks, or it is not known which belong together
  std::vector<RankLane> lanes;    ///< of the step in which ranks waited longest
};

/// Of the processes that are ranks and have a timeline with collectives. Their clocks are one clock on one machine;
/// where they are not, they are set by the ends of the collectives.
Ranks compare_ranks(const Recording& recording);

}  // namespace syncfree::confirm
