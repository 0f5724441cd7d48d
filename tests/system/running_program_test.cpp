#include "analyzer/system/running_program.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace syncfree::sys {
namespace {

namespace fs = std::filesystem;

TEST(RunningProgram, IsThisTest) {
  EXPECT_EQ(fs::path(running_program()).filename(), "system_test");
  EXPECT_TRUE(fs::equivalent(running_program(), running_program_to_open()));
}

}  // namespace
}  // namespace syncfree::sys
