#include "analyzer/inference/observation.h"

#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

/// What a thread looks with; what signatures say is read once and kept.
struct Observer::Bench {
  explicit Bench(const Analysis& analysis)
      : declared(analysis.world.project, *analysis.known, *analysis.uses, arena),
        interpreter(analysis.world, *analysis.known, declared, arena) {}

  values::ValueArena arena;
  Declared declared;
  Interpreter interpreter;
};

Observer::Observer(const Analysis& analysis) : analysis_(analysis) {}
Observer::~Observer() = default;

std::unique_ptr<Observer::Bench> Observer::take_bench() const {
  const std::lock_guard lock(mutex_);
  if (benches_.empty()) return std::make_unique<Bench>(analysis_);
  std::unique_ptr<Bench> bench = std::move(benches_.back());
  benches_.pop_back();
  return bench;
}

Observation Observer::observe(std::uint32_t context) const {
  std::unique_ptr<Bench> bench = take_bench();
  Observation seen;
  seen.outcome = bench->interpreter.observe(context, seen);
  const std::lock_guard lock(mutex_);
  benches_.push_back(std::move(bench));
  return seen;
}

}  // namespace syncfree::inference
