// Interrupts end the program in one line, and not in the middle of what it writes.
#include "cli/signals.h"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <unistd.h>

namespace syncfree::cli {
namespace {

void interrupted_while_writing() {
  const SignalsHeld held;
  ::raise(SIGINT);
  static_cast<void>(!::write(STDERR_FILENO, "written, ", 9));
}

TEST(Signals, AnInterruptIsSaidAndEndsTheProgramAsASignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT((handle_signals(), ::raise(signal)), testing::KilledBySignal(signal), "^error: interrupted\n$");
  }
}

TEST(Signals, WhatIsBeingWrittenIsFinishedFirst) {
  EXPECT_EXIT((handle_signals(), interrupted_while_writing()), testing::KilledBySignal(SIGINT),
              "^written, error: interrupted\n$");
}

TEST(Signals, WhatWasIgnoredStaysIgnored) {
  EXPECT_EXIT((std::signal(SIGHUP, SIG_IGN), handle_signals(), ::raise(SIGHUP), std::exit(7)),
              testing::ExitedWithCode(7), "^$");
}

}  // namespace
}  // namespace syncfree::cli
