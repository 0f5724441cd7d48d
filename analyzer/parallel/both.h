// Two pieces of work that have nothing to do with each other.
#pragma once

#include <exception>
#include <optional>

#include "analyzer/parallel/thread.h"

namespace syncfree::parallel {

/// Calls both, at the same time if there are two `jobs`. Both come to their ends, also where somebody asks to stop and
/// they do not listen. The first exception of `one`, or else of `other`, is thrown again here.
template <class One, class Other>
void both(unsigned jobs, const One& one, const Other& other) {
  std::exception_ptr failure;
  const auto run_other = [&] {
    try {
      other();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  {
    std::optional<Thread> beside;
    if (jobs > 1) beside.emplace(run_other);
    one();
    if (jobs <= 1) run_other();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace syncfree::parallel
