#include "analyzer/source/file_bytes.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/main/temporary_folder.h"

namespace syncfree::source {
namespace SYNCFREE_FILE {

TEST(FileBytes, BytesAndStampBelongTogether) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.py", "x = 1\n");
  const auto read = read_bytes(path, 100);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bytes, "x = 1\n");
  EXPECT_EQ(read->stamp, stamp_of(path));
  EXPECT_EQ(read->stamp.size, 6U);
}

TEST(FileBytes, AnotherFileUnderTheOldNameAndTimeHasAnotherStamp) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.py", "x = 1\n");
  const auto before = stamp_of(path);
  const auto time = std::filesystem::last_write_time(path);
  std::filesystem::rename(folder.write("b.py", "x = 2\n"), path);
  std::filesystem::last_write_time(path, time);
  EXPECT_NE(stamp_of(path), before);
}

TEST(FileBytes, WhatIsNoFileHasNone) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(stamp_of(folder.at("gone.py")));
  EXPECT_FALSE(stamp_of(folder.path().string()));
  EXPECT_EQ(read_bytes(folder.path().string(), 100).error(), "is not a regular file");
  EXPECT_EQ(read_bytes(folder.write("large.py", std::string(100, ' ')), 100).error(),
            "is too large (0 MB); files of 0 MB and more are not read");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::source
