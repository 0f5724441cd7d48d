#include "lsp/analyst.h"

#include <chrono>
#include <utility>

#include "analyzer/work/work.h"

namespace syncfree::lsp {

namespace {

/// Without a task, before the memory is tidied, which no task breaks off.
constexpr std::chrono::milliseconds kIdle{400};

}  // namespace

Analyst::Analyst(std::shared_ptr<Mailbox> mailbox) : mailbox_(std::move(mailbox)) {
  thread_.emplace([this] { run(); });
}

Analyst::~Analyst() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  work::ask_to_stop();
  changed_.notify_one();
  thread_.reset();
}

void Analyst::start(AnalysisTask task) {
  work::forget_to_stop();
  is_busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
  }
  changed_.notify_one();
}

void Analyst::stop() const {
  if (is_busy_) work::ask_to_stop();
}

void Analyst::run() {
  bool is_tidy = true;
  while (true) {
    std::unique_lock lock(mutex_);
    const auto is_called = [&] { return task_ || is_over_; };
    if (!is_tidy && !changed_.wait_for(lock, kIdle, is_called)) {
      lock.unlock();
      memory_.tidy();
      is_tidy = true;
      continue;
    }
    changed_.wait(lock, is_called);
    if (is_over_) return;
    const AnalysisTask task = std::move(*task_);
    task_.reset();
    lock.unlock();
    mailbox_->post(analyse(task, memory_, progress_));
    memory_.give_back();
    is_tidy &= task.extent != AnalysisTask::Extent::kProject;
  }
}

}  // namespace syncfree::lsp
