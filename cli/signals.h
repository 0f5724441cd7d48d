// The effect of a signal on a run: no surprise for who sent it, and nothing half-written.
#pragma once

namespace syncfree::cli {

/// For the whole program. An interrupt is said in one line and ends it as the signal would (exit status 130 in a
/// shell). A reader that goes away, or a limit on the size of files, is an error of the write that meets it. Programs
/// that this one starts do not inherit any of it.
void handle_signals();

/// While it lives, an interrupt asks the analysis to stop (analyzer/work), so that what was found so far can be
/// reported; a second one ends the program. Where it goes out of scope, the first ends the program as the signal would
/// have.
class InterruptStops {
 public:
  InterruptStops();
  ~InterruptStops();
  InterruptStops(const InterruptStops&) = delete;
  InterruptStops& operator=(const InterruptStops&) = delete;
};

/// While it lives, an interrupt ends the program as the signal would, without a word: it is how the user ends it.
class InterruptEnds {
 public:
  InterruptEnds();
  ~InterruptEnds();
  InterruptEnds(const InterruptEnds&) = delete;
  InterruptEnds& operator=(const InterruptEnds&) = delete;
};

}  // namespace syncfree::cli
