#include "analyzer/inference/observation.h"

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

Observation Observer::observe(std::uint32_t context) const {
  Observation seen;
  seen.outcome = Interpreter(analysis_.world, known_, *seen.arena).run(context, &seen);
  return seen;
}

}  // namespace syncfree::inference
