#include "analyzer/inference/observation.h"

#include <utility>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/interpreter.h"

namespace syncfree::inference {

/// What a thread looks with; what signatures say is read once and kept.
struct Observer::Bench {
  explicit Bench(const Analysis& analysis)
      : declared(analysis.world.project, *analysis.known, *analysis.uses, *analysis.parameters, arena),
        interpreter(analysis.world, *analysis.known, declared, arena) {}

  values::ValueArena arena;
  Declared declared;
  Interpreter interpreter;
};

/// A bench while it is in use. It goes back also where the look is broken off.
class Observer::Loan {
 public:
  explicit Loan(const Observer& observer) : observer_(observer) {
    const std::lock_guard lock(observer_.mutex_);
    if (observer_.benches_.empty()) {
      bench_ = std::make_unique<Bench>(observer_.analysis_);
      observer_.benches_.reserve(++observer_.made_);  // giving it back takes no memory
    } else {
      bench_ = std::move(observer_.benches_.back());
      observer_.benches_.pop_back();
    }
  }
  ~Loan() {
    const std::lock_guard lock(observer_.mutex_);
    observer_.benches_.push_back(std::move(bench_));
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

  Bench* operator->() const { return bench_.get(); }

 private:
  const Observer& observer_;
  std::unique_ptr<Bench> bench_;
};

Observer::Observer(const Analysis& analysis) : analysis_(analysis) {}
Observer::~Observer() = default;

std::size_t Observer::idle_benches() const {
  const std::lock_guard lock(mutex_);
  return benches_.size();
}

Observation Observer::observe(std::uint32_t context) const {
  const Loan bench(*this);
  Observation seen;
  seen.outcome = bench->interpreter.observe(context, seen);
  return seen;
}

}  // namespace syncfree::inference
