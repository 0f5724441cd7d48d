#include "steps.h"

namespace syncfree::observer {

Phase Steps::phase() const {
  if (between_ranges_) return kPhases;
  switch (kind_) {
    case StepKind::kStartUp:
      return kStartUp;
    case StepKind::kWarmUp:
      return kWarmUp;
    case StepKind::kTimeline:
    case StepKind::kObserved:
      return kOpenStep;
    default:
      return kPhases;
  }
}

Phase Steps::closes_into() const {
  if (kind_ == StepKind::kObserved) return kObserved;
  return kind_ == StepKind::kTimeline ? kTimeline : kPhases;
}

bool Steps::needs_trace() const {
  if (kind_ == StepKind::kTimeline || kind_ == StepKind::kClosing) return true;
  return kind_ == StepKind::kWarmUp && seen_ == plan_.warm_up && plan_.timeline > 0;
}

StepKind Steps::next() const {
  switch (kind_) {
    case StepKind::kStartUp:
    case StepKind::kWarmUp:
      if (seen_ <= plan_.warm_up) return StepKind::kWarmUp;
      return plan_.timeline > 0 ? StepKind::kTimeline : StepKind::kObserved;
    case StepKind::kTimeline:
      return timeline_.size() < plan_.timeline ? StepKind::kTimeline : StepKind::kClosing;
    case StepKind::kClosing:
      return timeline_.size() < plan_.observed ? StepKind::kObserved : StepKind::kAfter;
    case StepKind::kObserved:
      return StepKind::kUnobserved;
    default:
      return timeline_.size() + observed_ns_.size() < plan_.observed ? StepKind::kObserved : StepKind::kAfter;
  }
}

void Steps::restart(StepSource source) {
  source_ = source;
  kind_ = StepKind::kStartUp;
  seen_ = 0;
  between_ranges_ = false;
  observed_ns_.clear();
  unobserved_ns_.clear();
  timeline_.clear();
}

bool Steps::end_step(StepSource source, uint64_t now_ns) {
  if (source > source_) return false;
  if (source < source_) restart(source);
  if (kind_ == StepKind::kObserved) observed_ns_.push_back(now_ns - began_ns_);
  if (kind_ == StepKind::kUnobserved) unobserved_ns_.push_back(now_ns - began_ns_);
  if (kind_ == StepKind::kTimeline) timeline_.emplace_back(began_ns_, now_ns);
  ++seen_;
  kind_ = next();
  return true;
}

bool Steps::begin_range(uint64_t now_ns) {
  if (StepSource::kRange > source_) return false;
  const bool first = source_ != StepSource::kRange;
  if (first) end_step(StepSource::kRange, now_ns);  // of the start-up
  between_ranges_ = false;
  return true;
}

bool Steps::end_range(uint64_t now_ns) {
  if (source_ != StepSource::kRange || between_ranges_) return false;
  end_step(StepSource::kRange, now_ns);
  between_ranges_ = true;
  return true;
}

uint64_t Steps::last_return() const {
  return source_ == StepSource::kFunction && returned_ns_ > began_ns_ ? returned_ns_ : 0;
}

}  // namespace syncfree::observer
