#include "cli/signals.h"

#include <array>
#include <string_view>

#include <unistd.h>

namespace syncfree::cli {
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

extern "C" void say_and_end(int signal) {
  static constexpr std::string_view kMessage = "error: interrupted\n";
  static_cast<void>(!::write(STDERR_FILENO, kMessage.data(), kMessage.size()));
  set_handler(signal, SIG_DFL);
  ::raise(signal);  // it comes when this handler returns
}

}  // namespace

void handle_signals() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) set_handler(signal, do_nothing);
  for (const int signal : kInterrupts) {
    if (!is_ignored(signal)) set_handler(signal, say_and_end);  // `nohup` stays in force
  }
}

SignalsHeld::SignalsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : kInterrupts) sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace syncfree::cli
