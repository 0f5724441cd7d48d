// Who gets to something by calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace syncfree::model {

/// By number: those who call it, one after another in memory.
class Callers {
 public:
  /// `tell(add)` calls `add(called, caller)` for each call, and is asked twice.
  template <class Tell>
  Callers(std::size_t size, const Tell& tell) : first_(size + 1, 0) {
    tell([&](std::uint32_t called, std::uint32_t) { ++first_[called + 1]; });
    for (std::size_t i = 1; i <= size; ++i) first_[i] += first_[i - 1];
    callers_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), std::prev(first_.end()));
    tell([&](std::uint32_t called, std::uint32_t caller) { callers_[next[called]++] = caller; });
  }
  std::span<const std::uint32_t> operator[](std::size_t called) const {
    return std::span(callers_).subspan(first_[called], first_[called + 1] - first_[called]);
  }

 private:
  std::vector<std::uint32_t> first_;  // by number, and one more
  std::vector<std::uint32_t> callers_;
};

/// Marks whatever gets to a marked one. `callers`: of each, by the same numbers.
template <class CallersOfAll>
void mark_callers(std::vector<bool>& marked, const CallersOfAll& callers) {
  std::vector<std::size_t> todo;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    const std::size_t called = todo.back();
    todo.pop_back();
    for (const std::size_t caller : callers[called]) {
      if (marked[caller]) continue;
      marked[caller] = true;
      todo.push_back(caller);
    }
  }
}

}  // namespace syncfree::model
