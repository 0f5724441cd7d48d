#include "analyzer/work/work.h"

#include <algorithm>

namespace syncfree::work {

void detail::break_off() { throw BrokenOff{.asked = is_asked_to_stop()}; }

Limit::Limit(std::uint64_t most) : before_(detail::meter.limit) {
  detail::Meter& meter = detail::meter;
  meter.limit = std::min(before_, meter.total + std::min(most, before_ - meter.total));
}

}  // namespace syncfree::work
