#include "driver/available_memory.h"

#include <gtest/gtest.h>

namespace syncfree::driver {
namespace SYNCFREE_FILE {

constexpr const char* kMemory =
    "MemTotal:       24000000 kB\nMemFree:          100000 kB\nMemAvailable:   20000000 kB\n";

TEST(AvailableMemory, WhatFilesTakeCanBeHad) { EXPECT_EQ(available_memory(kMemory, "", ""), 20000000ULL << 10); }

TEST(AvailableMemory, LimitOfTheGroupCounts) {
  EXPECT_EQ(available_memory(kMemory, "4294967296\n", "1073741824\n"), 3ULL << 30);
  EXPECT_EQ(available_memory(kMemory, "max\n", "1073741824\n"), 20000000ULL << 10);
  EXPECT_EQ(available_memory(kMemory, "1073741824\n", "1073741825\n"), 0U);
}

TEST(AvailableMemory, NothingSaysIt) { EXPECT_EQ(available_memory("MemFree: 1 kB\n", "", ""), 0U); }

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
