// Which calls of a place held the host (gpu_validation/observer/sites.h).
#include "../../gpu_validation/observer/sites.h"

#include <gtest/gtest.h>

static int memory_lookups = 0;

namespace syncfree::observer {
namespace SYNCFREE_FILE {

constexpr uint64_t kShort = 5'000;
constexpr uint64_t kLong = 60'000;

class SitesTest : public ::testing::Test {
 protected:
  bool note(Phase phase, SyncfreeCall call) {
    call.start_ns = now_ += 10'000'000;  // not the second half of a visit
    call.name = "a call";
    return note_call(call, site_, site_.counters[phase], visit_);
  }
  bool wait(Phase phase, uint8_t pending, uint64_t duration_ns) {
    return note(phase, {.duration_ns = duration_ns, .kind = SYNCFREE_WAIT, .pending_before = pending});
  }
  bool copy(Phase phase, uint64_t bytes, uint8_t pending, uint64_t duration_ns) {
    return note(phase, {.duration_ns = duration_ns,
                        .bytes = bytes,
                        .kind = SYNCFREE_ASYNC_COPY,
                        .pending_before = pending,
                        .pending_after = SYNCFREE_IDLE});
  }

  Site site_;
  Visit visit_;
  uint64_t now_ = 0;
};

TEST_F(SitesTest, APlaceDoesAsItUsuallyDoesWhereNobodyAsked) {
  EXPECT_FALSE(wait(kObserved, SYNCFREE_PENDING_UNKNOWN, kShort));
  EXPECT_TRUE(wait(kObserved, SYNCFREE_PENDING_UNKNOWN, kLong));
  EXPECT_TRUE(wait(kTimeline, SYNCFREE_PENDING, kShort));
  EXPECT_TRUE(wait(kObserved, SYNCFREE_PENDING_UNKNOWN, kShort));
  EXPECT_FALSE(wait(kTimeline, SYNCFREE_IDLE, kShort));
  EXPECT_FALSE(wait(kObserved, SYNCFREE_PENDING_UNKNOWN, kShort));  // once of two times is not usual
  EXPECT_EQ(site_.counters[kObserved].visits, 4);
  EXPECT_EQ(site_.counters[kObserved].blocked, 2);
}

TEST_F(SitesTest, AQuickCopyHasNotWaitedWhateverIsUsual) {
  EXPECT_TRUE(copy(kTimeline, 4, SYNCFREE_PENDING, kLong));
  EXPECT_FALSE(copy(kObserved, 4, SYNCFREE_PENDING_UNKNOWN, kShort));
  EXPECT_TRUE(copy(kObserved, 4, SYNCFREE_PENDING_UNKNOWN, SYNCFREE_QUICK_NS));
}

TEST_F(SitesTest, MemoryIsLookedUpOnceForEachSize) {
  memory_lookups = 0;
  for (int i = 0; i < 3; ++i) copy(kObserved, 4, SYNCFREE_PENDING_UNKNOWN, kShort);
  EXPECT_EQ(memory_lookups, 1);
  for (int i = 0; i < 3; ++i) copy(kObserved, 8, SYNCFREE_PENDING_UNKNOWN, kShort);
  EXPECT_EQ(memory_lookups, 2);
  EXPECT_EQ(site_.largest_copy, 8);
  EXPECT_EQ(site_.copy_destination, SYNCFREE_MEMORY_PAGEABLE);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::observer

/// Stands for the subscriber's, which asks the driver.
extern "C" void syncfree_observer_find_memory(SyncfreeCall* call) {
  ++memory_lookups;
  call->source = SYNCFREE_MEMORY_DEVICE;
  call->destination = SYNCFREE_MEMORY_PAGEABLE;
}
