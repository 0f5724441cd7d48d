// Who gets to something by calls.
#pragma once

#include <cstddef>
#include <vector>

namespace syncfree::model {

/// Marks whatever gets to a marked one. `callers`: of each, by the same numbers.
template <class Number>
void mark_callers(std::vector<bool>& marked, const std::vector<std::vector<Number>>& callers) {
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
