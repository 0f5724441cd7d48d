#include "cli/signals.h"

#include <atomic>

#include "analyzer/system/interrupts.h"
#include "analyzer/work/work.h"

namespace syncfree::cli {
namespace {

// The handler's: it takes no arguments, and looks at nothing else.
constinit std::atomic<bool> is_stopping = false;  ///< an InterruptStops lives
constinit std::atomic<bool> is_waiting = false;   ///< an InterruptEnds lives
constinit std::atomic<int> first_interrupt = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void stop_or_end(int signal) {
  if (is_stopping && first_interrupt.exchange(signal) == 0) {
    sys::say_in_handler("error: interrupted; the findings so far are reported\n");
    work::ask_to_stop();
    return;
  }
  if (!is_waiting) sys::say_in_handler("error: interrupted\n");
  sys::end_by_interrupt(signal);
}

}  // namespace

void handle_signals() { sys::on_interrupts(stop_or_end); }

InterruptEnds::InterruptEnds() { is_waiting = true; }

InterruptEnds::~InterruptEnds() { is_waiting = false; }

InterruptStops::InterruptStops() { is_stopping = true; }

InterruptStops::~InterruptStops() {
  is_stopping = false;
  if (const int signal = first_interrupt.exchange(0); signal != 0) sys::end_by_interrupt(signal);
}

}  // namespace syncfree::cli
