// Evaluates one function (or module body) in one calling context: abstract values for every expression, flow-sensitive.
// What it does that with is in evaluation.h.
#pragma once

#include <cstdint>
#include <memory>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

struct Evaluation;
struct Observation;

class Interpreter {
 public:
  /// `world` is not changed. What is found goes into the returned outcome, whose values point into `kept` and the
  /// world.
  Interpreter(const World& world, const Known& known, const Declared& declared, values::ValueArena& kept);
  ~Interpreter();
  /// Evaluates a context of the world. What it needs and the world does not have comes with the outcome as requests.
  Outcome run(std::uint32_t context);
  /// Evaluates a context of a settled world, and writes down the values of all expressions, which point into the arena
  /// of `seen`.
  Outcome observe(std::uint32_t context, Observation& seen);

 private:
  values::ValueArena& kept_;
  std::unique_ptr<Evaluation> evaluation_;  ///< one after the other, in the same memory
};

}  // namespace syncfree::inference
