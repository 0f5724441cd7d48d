#include "cli/progress_line.h"

#include <chrono>
#include <string_view>

#include "analyzer/system/terminal.h"
#include "analyzer/system/write_file.h"

namespace syncfree::cli {
namespace {

constexpr auto kPatience = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(const driver::Progress& progress, bool enabled) : progress_(progress) {
  if (!enabled || !sys::is_terminal(STDERR_FILENO)) return;
  thread_ = std::thread([this] { run(); });
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(waiting_);
    is_stopped_ = true;
  }
  stopped_.notify_one();
  thread_.join();
  if (!shown_.empty()) static_cast<void>(sys::write_descriptor(STDERR_FILENO, kEraseLine));
}

void ProgressLine::show() {
  const driver::Progress::State now = progress_.now();
  if (now.phase.empty()) return;
  std::string line = now.phase;
  if (now.steps > 0) line += " " + std::to_string(now.done) + " of " + std::to_string(now.steps) + " files";
  if (line == shown_) return;
  shown_ = line;
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, std::string(kEraseLine) + line));
}

void ProgressLine::run() {
  std::unique_lock lock(waiting_);
  std::chrono::milliseconds pause = kPatience;
  while (!stopped_.wait_for(lock, pause, [this] { return is_stopped_; })) {
    show();
    pause = kInterval;
  }
}

}  // namespace syncfree::cli
