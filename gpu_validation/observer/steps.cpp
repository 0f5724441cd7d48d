#include "steps.h"

namespace syncfree::observer {

Phase Steps::phase() const {
  if (seen_ == 0) return kStartUp;
  if (seen_ <= plan_.warm_up) return kWarmUp;
  if (is_done()) return kPhases;
  return (seen_ - plan_.warm_up) % 2 == 1 ? kOpenStep : kPhases;
}

bool Steps::end_step(StepSource source, uint64_t now_ns) {
  if (source > source_) return false;
  if (source < source_) {
    source_ = source;
    seen_ = 0;
    observed_ns_.clear();
    unobserved_ns_.clear();
  }
  const bool measured = seen_ > plan_.warm_up && !is_done();
  if (measured) (is_observed() ? observed_ns_ : unobserved_ns_).push_back(now_ns - began_ns_);
  ++seen_;
  return true;
}

}  // namespace syncfree::observer
