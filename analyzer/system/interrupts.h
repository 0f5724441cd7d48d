// The user ends the program: Ctrl-C, a terminal that closes, a signal that asks for it.
#pragma once

#include <memory>
#include <string_view>

namespace syncfree::sys {

/// For the whole program: calls `handle` with the signal's number, at any time and on any thread, so it may only look
/// at atomics and write. Those that the program was started without stay so. A reader that goes away, or a limit on the
/// size of files, is an error of the write that meets it from now on. Programs that this one starts do not inherit any
/// of it.
void on_interrupts(void (*handle)(int signal));

/// To standard error, as a handler may.
void say_in_handler(std::string_view message);

/// Ends the program as the signal would have. In a handler, it may end when that returns.
void end_by_interrupt(int signal);

/// While it lives, an interrupt waits: what is being written is finished or taken back first.
class InterruptsHeld {
 public:
  InterruptsHeld();
  ~InterruptsHeld();
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

}  // namespace syncfree::sys
