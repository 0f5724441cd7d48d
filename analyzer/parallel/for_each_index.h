// Work on many things, shared by a few threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "analyzer/parallel/thread.h"
#include "analyzer/work/work.h"

namespace syncfree::parallel {

/// Calls `work_on(state, index)` once for each index below `count`, in any order, on up to `jobs` threads; each thread
/// makes its own `state`. The first exception is thrown again here, after all threads have ended; whoever asks to stop
/// (work::BrokenOff) is heard between two indices.
template <class MakeState, class Work>
void for_each_index(std::size_t count, unsigned jobs, const MakeState& make_state, const Work& work_on) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      auto state = make_state();
      for (std::size_t index = next++; index < count; index = next++) {
        work::go_on();
        work_on(*state, index);
      }
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<Thread> threads;
    const std::size_t helpers = std::min<std::size_t>(jobs, count);
    for (std::size_t i = 1; i < helpers; ++i) threads.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

/// The same where threads need nothing of their own: calls `work_on(index)`.
template <class Work>
void for_each_index(std::size_t count, unsigned jobs, const Work& work_on) {
  struct Nothing {};
  for_each_index(
      count, jobs, [] { return std::make_unique<Nothing>(); },
      [&](const Nothing&, std::size_t index) { work_on(index); });
}

}  // namespace syncfree::parallel
