// How far an analysis is, for display.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>

namespace syncfree::driver {

/// `start` is for one thread, `advance` and `now` for any.
class Progress {
 public:
  struct State {
    std::string phase;      ///< "reading"; empty before the first
    std::size_t steps = 0;  ///< 0: they are not counted
    std::size_t done = 0;
  };

  void start(std::string phase, std::size_t steps) {
    const std::lock_guard lock(mutex_);
    phase_ = std::move(phase);
    steps_ = steps;
    done_ = 0;
  }
  void advance() { ++done_; }
  State now() const {
    const std::lock_guard lock(mutex_);
    return {phase_, steps_, done_};
  }

 private:
  mutable std::mutex mutex_;  // of `phase_` and `steps_`
  std::string phase_;
  std::size_t steps_ = 0;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace syncfree::driver
