// Collects the items of one node on a stack shared by all nodes, then moves them to the arena in one piece.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analyzer/model/arena.h"

namespace syncfree::python {

/// Gathers may nest, and end in the reverse order of their beginning.
template <class T>
class Gather {
 public:
  explicit Gather(std::vector<T>& stack) : stack_(stack), begin_(stack.size()) {}
  ~Gather() { stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(begin_), stack_.end()); }
  Gather(const Gather&) = delete;
  Gather& operator=(const Gather&) = delete;

  void push(const T& item) { stack_.push_back(item); }
  std::size_t size() const { return stack_.size() - begin_; }
  std::span<T> items() { return std::span<T>(stack_).subspan(begin_); }
  std::span<const T> keep(model::Arena& arena) { return arena.copy(std::span<const T>(items())); }

 private:
  std::vector<T>& stack_;
  std::size_t begin_;
};

}  // namespace syncfree::python
