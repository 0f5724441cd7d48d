// Threads: one that is waited for, with a stack of a chosen size, and one that nobody waits for.
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

/// Runs `work` on a thread that nobody waits for, with the system's usual stack. It must not throw, and the end of the
/// program (end_program) breaks it off. Throws std::system_error where the system gives no thread.
void run_beside(std::function<void()> work);

}  // namespace syncfree::sys
