#include "cli/signals.h"

#include <atomic>
#include <csignal>
#include <string_view>

#include <unistd.h>

#include "analyzer/work/work.h"
#include "driver/signals_held.h"

namespace syncfree::cli {
namespace {

// The handler's: it takes no arguments, and looks at nothing else.
constinit std::atomic<bool> is_stopping = false;  ///< an InterruptStops lives
constinit std::atomic<bool> is_waiting = false;   ///< an InterruptEnds lives
constinit std::atomic<int> first_interrupt = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action = {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Unlike SIG_IGN it does not pass on to programs that are started.
extern "C" void do_nothing(int) {}

void say(std::string_view message) { static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size())); }

void end_by(int signal) {
  set_handler(signal, SIG_DFL);
  ::raise(signal);  // in a handler, it comes when that returns
}

extern "C" void stop_or_end(int signal) {
  if (is_stopping && first_interrupt.exchange(signal) == 0) {
    say("error: interrupted; the findings so far are reported\n");
    work::ask_to_stop();
    return;
  }
  if (!is_waiting) say("error: interrupted\n");
  end_by(signal);
}

}  // namespace

void handle_signals() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) set_handler(signal, do_nothing);
  for (const int signal : driver::kInterrupts) {
    if (!is_ignored(signal)) set_handler(signal, stop_or_end);  // `nohup` stays in force
  }
}

InterruptEnds::InterruptEnds() { is_waiting = true; }

InterruptEnds::~InterruptEnds() { is_waiting = false; }

InterruptStops::InterruptStops() { is_stopping = true; }

InterruptStops::~InterruptStops() {
  is_stopping = false;
  if (const int signal = first_interrupt.exchange(0); signal != 0) end_by(signal);
}

}  // namespace syncfree::cli
