#include "analyzer/system/descriptor.h"

#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "analyzer/system/files.h"

namespace syncfree::sys {
namespace SYNCFREE_FILE {

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) != -1; }

TEST(Descriptor, IsClosedOnce) {
  int number = -1;
  {
    auto file = open_to_read("README.md");
    ASSERT_TRUE(file);
    number = file->get();
    Descriptor moved = std::move(*file);
    EXPECT_EQ(file->get(), -1);
    EXPECT_EQ(moved.get(), number);
    EXPECT_TRUE(is_open(number));
    EXPECT_NE(::fcntl(number, F_GETFD) & FD_CLOEXEC, 0);
    moved.reset();
    EXPECT_FALSE(is_open(number));
    EXPECT_EQ(moved.get(), -1);
  }
  EXPECT_FALSE(is_open(number));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::sys
