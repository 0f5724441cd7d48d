// Which step of the program runs, and whether it is observed.
//
// After the warm-up comes the timeline: steps in which what the GPU does is recorded, too. Then observed steps and
// unobserved ones take turns, as many of each: what the observer costs is the difference between the two kinds,
// measured in the same run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sites.h"

namespace syncfree::observer {

/// Who says that a step ends, the most trusted first.
enum class StepSource : std::uint8_t { kMarker, kRange, kFunction, kOptimizer, kNone };

/// The closing step comes behind the timeline: the GPU may still do what the timeline's last step asked for.
enum class StepKind : std::uint8_t { kStartUp, kWarmUp, kTimeline, kClosing, kObserved, kUnobserved, kAfter };

struct StepPlan {
  uint64_t warm_up = 5;
  uint64_t timeline = 0;
  uint64_t observed = 20;  ///< with those of the timeline
};

class Steps {
 public:
  explicit Steps(StepPlan plan) : plan_(plan) {}

  /// The end of a step at that time, and so the begin of the next one. False for a source that is less trusted than one
  /// seen before; one that is more trusted begins to count again.
  bool end_step(StepSource source, uint64_t now_ns);
  /// When the next step begins: the observer's own work between two steps belongs to neither.
  void begin_step(uint64_t now_ns) { began_ns_ = now_ns; }

  /// Steps that do not follow each other: what comes between the end of a range and the begin of the next belongs to
  /// none. As end_step() otherwise.
  bool begin_range(uint64_t now_ns);
  bool end_range(uint64_t now_ns);

  /// The function that begins steps has returned: there the last one of the run ends.
  void note_return(uint64_t now_ns) { returned_ns_ = now_ns; }
  /// When the last step of the run has ended, if that is known only now; 0 otherwise.
  uint64_t last_return() const;

  StepKind kind() const { return kind_; }
  /// Where calls are added up; kPhases: they are not.
  Phase phase() const;
  /// Where what an open step has added up goes at its end; kPhases: nowhere.
  Phase closes_into() const;
  /// Whether the observer has to hear of calls at all.
  bool needs_calls() const { return kind_ <= StepKind::kObserved; }
  /// Whether it has to hear of launches, too, and of what is pending. That is most of what the observer costs, and the
  /// steps of the timeline tell it.
  bool needs_details() const { return kind_ <= StepKind::kClosing || plan_.timeline == 0; }
  /// Whether the GPU's work is recorded: from the last step of the warm-up on, so that what the GPU does in the
  /// timeline's first step was asked for under the observer's eyes.
  bool needs_trace() const;

  StepSource source() const { return source_; }
  uint64_t seen() const { return seen_; }
  const std::vector<uint64_t>& observed_ns() const { return observed_ns_; }
  const std::vector<uint64_t>& unobserved_ns() const { return unobserved_ns_; }
  /// Begin and end of each step of the timeline.
  const std::vector<std::pair<uint64_t, uint64_t>>& timeline() const { return timeline_; }

 private:
  StepKind next() const;
  void restart(StepSource source);

  StepPlan plan_;
  StepSource source_ = StepSource::kNone;
  StepKind kind_ = StepKind::kStartUp;
  bool between_ranges_ = false;
  uint64_t seen_ = 0;  ///< ends of steps; the first one ends the start-up
  uint64_t began_ns_ = 0;
  uint64_t returned_ns_ = 0;
  std::vector<uint64_t> observed_ns_;
  std::vector<uint64_t> unobserved_ns_;
  std::vector<std::pair<uint64_t, uint64_t>> timeline_;
};

}  // namespace syncfree::observer
