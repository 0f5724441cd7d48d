// What one evaluation of a context sees at each of its expressions. The fixpoint keeps results only; who needs the
// values inside a function (the rules that follow control flow) has its settled context evaluated once more.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "analyzer/inference/fixpoint.h"
#include "analyzer/model/flat_map.h"

namespace syncfree::inference {

struct Observation {
  std::unique_ptr<values::ValueArena> arena = std::make_unique<values::ValueArena>();  ///< owns what the values hold
  model::FlatMap<const model::Expression*, Value> values;
  Outcome outcome;

  const Value* value_of(const model::Expression& expression) const { return values.find(&expression); }
};

/// Looks at contexts of a settled world; thread-safe. Observations must not outlive it.
class Observer {
 public:
  explicit Observer(const Analysis& analysis);
  ~Observer();
  Observation observe(std::uint32_t context) const;
  /// How many threads it can serve without new memory. Where no thread looks, those that it has ever made.
  std::size_t idle_benches() const;

 private:
  struct Bench;
  class Loan;

  const Analysis& analysis_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Bench>> benches_;  ///< that no thread uses now
  mutable std::size_t made_ = 0;
};

}  // namespace syncfree::inference
