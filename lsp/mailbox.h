// Where the threads of the server leave what the main one is to look at.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "lsp/analysis.h"
#include "lsp/rpc.h"

namespace syncfree::lsp {

/// The client is gone, or its messages cannot be read any more.
struct EndOfInput {};

using Event = std::variant<Message, EndOfInput, AnalysisOutcome>;

class Mailbox {
 public:
  void post(Event event) {
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(std::move(event));
    }
    arrived_.notify_one();
  }

  /// Nothing if none came until then.
  std::optional<Event> take_until(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_until(lock, deadline, [&] { return !events_.empty(); })) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Event> events_;
};

}  // namespace syncfree::lsp
