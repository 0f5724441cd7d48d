// The thread that analyses, one task at a time.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "analyzer/parallel/thread.h"
#include "driver/progress.h"
#include "lsp/analysis.h"
#include "lsp/mailbox.h"

namespace syncfree::lsp {

class Analyst {
 public:
  /// Outcomes go to `mailbox`.
  explicit Analyst(std::shared_ptr<Mailbox> mailbox);
  /// Ends what is going on.
  ~Analyst();
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;

  // For the thread that takes from the mailbox.
  /// Nobody may be at work.
  void start(AnalysisTask task);
  /// The outcome of the task comes early, and is not whole.
  void stop() const;
  /// The outcome is there.
  void finished() { is_busy_ = false; }
  bool is_busy() const { return is_busy_; }
  const driver::Progress& progress() const { return progress_; }

 private:
  void run();

  std::shared_ptr<Mailbox> mailbox_;
  driver::Progress progress_;
  driver::Memory memory_;  ///< of the thread
  bool is_busy_ = false;
  std::mutex mutex_;  // of those below
  std::condition_variable changed_;
  std::optional<AnalysisTask> task_;
  bool is_over_ = false;
  std::optional<parallel::Thread> thread_;
};

}  // namespace syncfree::lsp
