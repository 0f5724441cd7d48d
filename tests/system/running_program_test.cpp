#include "analyzer/system/running_program.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace syncfree::sys {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

TEST(RunningProgram, IsThisTest) {
  EXPECT_EQ(fs::path(running_program()).filename(), "system_test");
  EXPECT_TRUE(fs::equivalent(running_program(), running_program_to_open()));
}

#ifdef __linux__
TEST(RunningProgram, ItsBuildIdStandsInItsFile) {
  std::ifstream file(running_program_to_open(), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::string id = build_id();
  EXPECT_EQ(id.size(), 20U) << "a SHA-1";
  EXPECT_TRUE(bytes.contains(std::string("GNU\0", 4) + id));
}
#endif

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::sys
