// A thread with a stack of a chosen size.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace syncfree::sys {

/// Joined when it goes out of scope. What it runs must not throw. The memory of its stack is only taken where that
/// grows into it. Throws std::system_error where the system gives none.
class Thread {
 public:
  Thread(std::size_t stack_bytes, std::function<void()> work);
  Thread(Thread&& other) noexcept;
  Thread& operator=(Thread&&) = delete;
  ~Thread();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace syncfree::sys
