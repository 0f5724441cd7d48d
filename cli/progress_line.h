// How far a long run is, in one line on a terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "driver/progress.h"

namespace syncfree::cli {

/// Shows nothing for runs shorter than a second, nothing where standard error is no terminal, and leaves nothing
/// behind.
class ProgressLine {
 public:
  /// `progress` must outlive it.
  ProgressLine(const driver::Progress& progress, bool enabled);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show();
  void run();

  const driver::Progress& progress_;
  std::string shown_;
  std::mutex waiting_;
  std::condition_variable stopped_;
  bool is_stopped_ = false;  ///< guarded by `waiting_`
  std::thread thread_;       // last: it uses the others
};

}  // namespace syncfree::cli
