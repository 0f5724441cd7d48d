// Paths that are taken as they are, and those that are not.
#include "driver/normal_path.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace syncfree {
namespace SYNCFREE_FILE {

TEST(NormalPath, IsWhatTheStandardLibrarySays) {
  const std::filesystem::path base = "/home/me/project";
  for (const std::string path : {"a.py", "a/b.py", "/a/b.py", "/", ".", "", "..", "./a.py", "a/../b.py", "a//b.py",
                                 "a/", "/a/./b", "/a/b/", "...", "a/...", ".hidden", "/a/..b", "//a/b"}) {
    EXPECT_EQ(driver::normal_path(base, path).string(), (base / path).lexically_normal().string()) << path;
  }
}

TEST(NormalPath, IsToldFromOthers) {
  for (const std::string path : {"a.py", "/a//b", "/a/../b", "/a/", "/", ""})
    EXPECT_FALSE(driver::is_normal(path)) << path;
  if (std::filesystem::path("/a").is_absolute()) EXPECT_TRUE(driver::is_normal("/a/.b/c.py"));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
