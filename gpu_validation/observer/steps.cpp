#include "steps.h"

namespace syncfree::observer {

Phase Steps::phase() const {
  switch (kind_) {
    case StepKind::kStartUp:
      return kStartUp;
    case StepKind::kWarmUp:
      return kWarmUp;
    case StepKind::kObserved:
      return kOpenStep;
    default:
      return kPhases;
  }
}

StepKind Steps::next(bool settle) const {
  switch (kind_) {
    case StepKind::kStartUp:
    case StepKind::kWarmUp:
      return seen_ <= plan_.warm_up ? StepKind::kWarmUp : StepKind::kObserved;
    case StepKind::kObserved:
      return settle ? StepKind::kSettling : StepKind::kUnobserved;
    case StepKind::kSettling:
      return StepKind::kUnobserved;
    default:
      return observed_ns_.size() < plan_.observed ? StepKind::kObserved : StepKind::kAfter;
  }
}

bool Steps::end_step(StepSource source, uint64_t now_ns, bool settle) {
  if (source > source_) return false;
  if (source < source_) {
    source_ = source;
    kind_ = StepKind::kStartUp;
    seen_ = 0;
    observed_ns_.clear();
    unobserved_ns_.clear();
  }
  if (kind_ == StepKind::kObserved) observed_ns_.push_back(now_ns - began_ns_);
  if (kind_ == StepKind::kUnobserved) unobserved_ns_.push_back(now_ns - began_ns_);
  ++seen_;
  kind_ = next(settle);
  return true;
}

}  // namespace syncfree::observer
