// How far a long run is, in one line on a terminal.
#pragma once

#include <condition_variable>
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
  void run(const std::stop_token& stop);

  const driver::Progress& progress_;
  std::string shown_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace syncfree::cli
