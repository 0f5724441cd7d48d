#include "analyzer/inference/observation.h"

#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

Observation Observer::observe(std::uint32_t context) const {
  Observation seen;
  const Declared declared(analysis_.world, known_, *seen.arena);
  seen.outcome = Interpreter(analysis_.world, known_, declared, *seen.arena).observe(context, seen);
  return seen;
}

}  // namespace syncfree::inference
