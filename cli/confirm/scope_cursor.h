// The scope that runs on a thread at a given time, from scopes that lie in each other.
#pragma once

#include <string>
#include <vector>

namespace syncfree::confirm {

/// A function, an operator or a named range, as long as it runs.
struct Scope {
  double begin = 0, end = 0;
  std::string name;
  bool is_python = false;
};

class ScopeCursor {
 public:
  /// Sorted by their begins, the outer before the inner; they outlive the cursor.
  explicit ScopeCursor(const std::vector<Scope>& scopes) : scopes_(&scopes) {}

  /// Outermost first. Times are asked for in their order.
  const std::vector<const Scope*>& at(double time) {
    for (; next_ < scopes_->size() && (*scopes_)[next_].begin <= time; ++next_) {
      leave((*scopes_)[next_].begin);
      holding_.push_back(&(*scopes_)[next_]);
    }
    leave(time);
    return holding_;
  }

 private:
  void leave(double time) {
    while (!holding_.empty() && holding_.back()->end < time) holding_.pop_back();
  }

  const std::vector<Scope>* scopes_;
  std::size_t next_ = 0;
  std::vector<const Scope*> holding_;
};

}  // namespace syncfree::confirm
