// How far a long run is, in one line on a terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace syncfree::cli {

/// Shows nothing for runs shorter than a second, nothing where standard error is no terminal, and leaves nothing
/// behind. `start` is for one thread, `advance` for any.
class Progress {
 public:
  explicit Progress(bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A new phase: "reading", with this many steps; 0 if they are not counted.
  void start(const std::string& phase, std::size_t steps);
  void advance() { ++done_; }

 private:
  void show();
  void run(const std::stop_token& stop);

  std::mutex mutex_;  // of `phase_` and `steps_`
  std::string phase_;
  std::size_t steps_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::string shown_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace syncfree::cli
