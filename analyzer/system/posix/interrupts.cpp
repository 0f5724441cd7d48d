#include "analyzer/system/interrupts.h"

#include <array>
#include <csignal>

#include <unistd.h>

namespace syncfree::sys {
namespace {

constexpr std::array kInterrupts = {SIGINT, SIGTERM, SIGHUP};

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

}  // namespace

void on_interrupts(void (*handle)(int signal)) {
  for (const int signal : {SIGPIPE, SIGXFSZ}) set_handler(signal, do_nothing);
  for (const int signal : kInterrupts) {
    if (!is_ignored(signal)) set_handler(signal, handle);  // `nohup` stays in force
  }
}

void say_in_handler(std::string_view message) {
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
}

void end_by_interrupt(int signal) {
  set_handler(signal, SIG_DFL);
  ::raise(signal);  // in a handler, it comes when that returns
}

struct InterruptsHeld::Before {
  sigset_t signals;
};

InterruptsHeld::InterruptsHeld() : before_(std::make_unique<Before>()) {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : kInterrupts) sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_->signals);
}

InterruptsHeld::~InterruptsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_->signals, nullptr); }

}  // namespace syncfree::sys
