// What a signal does to a run: no surprise for who sent it, and nothing half-written.
#pragma once

#include <csignal>

namespace syncfree::cli {

/// For the whole program. An interrupt is said in one line and ends it as the signal would (exit status 130 in a
/// shell). A reader that goes away, or a limit on the size of files, is an error of the write that meets it. Programs
/// that this one starts do not inherit any of it.
void handle_signals();

/// While it lives, an interrupt waits: what is being written is finished or taken back first.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

}  // namespace syncfree::cli
