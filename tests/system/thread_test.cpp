#include "analyzer/system/thread.h"

#include <atomic>
#include <latch>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

namespace syncfree::sys {
namespace SYNCFREE_FILE {

/// Counts down where it is destroyed.
struct CountsDown {
  explicit CountsDown(std::shared_ptr<std::latch> latch) : left(std::move(latch)) {}
  CountsDown(const CountsDown&) = delete;
  CountsDown& operator=(const CountsDown&) = delete;
  ~CountsDown() { left->count_down(); }

  std::shared_ptr<std::latch> left;  // it outlives the thread's last step
};

TEST(RunBeside, EachWorkRunsOnceAndIsGivenUpAfterIt) {
  constexpr int kTimes = 20'000;  // in quick succession, where a thread may end before its start returns
  const auto destroyed = std::make_shared<std::latch>(kTimes);
  std::atomic<int> runs = 0;
  for (int i = 0; i < kTimes; ++i) {
    run_beside([&runs, held = std::make_shared<CountsDown>(destroyed)] { ++runs; });
  }
  destroyed->wait();
  EXPECT_EQ(runs, kTimes);
}

TEST(RunBeside, TheCallerGoesOn) {
  const auto caller_goes_on = std::make_shared<std::latch>(1);
  const auto work_is_done = std::make_shared<std::latch>(1);
  run_beside([=] {
    caller_goes_on->wait();
    work_is_done->count_down();
  });
  caller_goes_on->count_down();
  work_is_done->wait();
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::sys
