#include "cli/progress.h"

#include <unistd.h>

#include "cli/output.h"

namespace syncfree::cli {
namespace {

constexpr auto kPatience = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(bool enabled) {
  if (!enabled || ::isatty(STDERR_FILENO) != 1) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  if (!shown_.empty()) static_cast<void>(write_descriptor(STDERR_FILENO, kEraseLine));
}

void Progress::start(const std::string& phase, std::size_t steps) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  steps_ = steps;
  done_ = 0;
}

void Progress::show() {
  std::string line;
  {
    const std::lock_guard lock(mutex_);
    if (phase_.empty()) return;
    line = phase_;
    if (steps_ > 0) line += " " + std::to_string(done_) + " of " + std::to_string(steps_) + " files";
  }
  if (line == shown_) return;
  shown_ = line;
  static_cast<void>(write_descriptor(STDERR_FILENO, std::string(kEraseLine) + line));
}

void Progress::run(const std::stop_token& stop) {
  std::mutex waiting;
  std::unique_lock lock(waiting);
  std::chrono::milliseconds pause = kPatience;
  while (!stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) {
    show();
    pause = kInterval;
  }
}

}  // namespace syncfree::cli
