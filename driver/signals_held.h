// Interrupts that wait until a file is written.
#pragma once

#include <array>
#include <csignal>

namespace syncfree::driver {

inline constexpr std::array kInterrupts = {SIGINT, SIGTERM, SIGHUP};

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

}  // namespace syncfree::driver
