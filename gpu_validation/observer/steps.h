// Which step of the program runs, and whether it is observed.
//
// After the warm-up, observed steps and unobserved ones take turns, as many of each: what the observer costs is the
// difference between the two kinds, measured in the same run.
#pragma once

#include <cstdint>
#include <vector>

#include "sites.h"

namespace syncfree::observer {

/// Who says that a step ends, the most trusted first.
enum class StepSource : std::uint8_t { kMarker, kFunction, kOptimizer, kNone };

/// A settling step comes between an observed one that left the GPU without work and an unobserved one: only the next
/// work for the GPU is awaited in it.
enum class StepKind : std::uint8_t { kStartUp, kWarmUp, kObserved, kSettling, kUnobserved, kAfter };

struct StepPlan {
  uint64_t warm_up = 5;
  uint64_t observed = 20;
};

class Steps {
 public:
  explicit Steps(StepPlan plan) : plan_(plan) {}

  /// The end of a step at that time; an observed one may have to settle. False for a source that is less trusted than
  /// one seen before; one that is more trusted begins to count anew.
  bool end_step(StepSource source, uint64_t now_ns, bool settle);
  /// When the next step begins: the observer's own work between two steps belongs to neither.
  void begin_step(uint64_t now_ns) { began_ns_ = now_ns; }

  StepKind kind() const { return kind_; }
  /// Where calls are added up; kPhases: they are not.
  Phase phase() const;
  /// Whether the observer has to hear of calls at all.
  bool needs_calls() const { return kind_ <= StepKind::kSettling; }

  StepSource source() const { return source_; }
  uint64_t seen() const { return seen_; }
  const std::vector<uint64_t>& observed_ns() const { return observed_ns_; }
  const std::vector<uint64_t>& unobserved_ns() const { return unobserved_ns_; }

 private:
  StepKind next(bool settle) const;

  StepPlan plan_;
  StepSource source_ = StepSource::kNone;
  StepKind kind_ = StepKind::kStartUp;
  uint64_t seen_ = 0;  ///< ends of steps; the first one ends the start-up
  uint64_t began_ns_ = 0;
  std::vector<uint64_t> observed_ns_;
  std::vector<uint64_t> unobserved_ns_;
};

}  // namespace syncfree::observer
