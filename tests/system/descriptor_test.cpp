#include "analyzer/system/descriptor.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace syncfree::sys {
namespace {

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) != -1; }

bool is_closed_in_programs(int descriptor) { return (::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0; }

TEST(Descriptor, IsClosedOnce) {
  int number = -1;
  {
    auto pipe = make_pipe();
    ASSERT_TRUE(pipe);
    number = pipe->read.get();
    Descriptor moved = std::move(pipe->read);
    EXPECT_EQ(pipe->read.get(), -1);
    EXPECT_EQ(moved.get(), number);
    EXPECT_TRUE(is_open(number));
    moved.reset();
    EXPECT_FALSE(is_open(number));
    EXPECT_EQ(moved.get(), -1);
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Pipe, LeadsFromItsWriterToItsReaderAndIsNotInherited) {
  auto pipe = make_pipe();
  ASSERT_TRUE(pipe);
  EXPECT_TRUE(is_closed_in_programs(pipe->read.get()));
  EXPECT_TRUE(is_closed_in_programs(pipe->write.get()));
  ASSERT_EQ(::write(pipe->write.get(), "x", 1), 1);
  pipe->write.reset();
  std::array<char, 2> bytes{};
  EXPECT_EQ(::read(pipe->read.get(), bytes.data(), bytes.size()), 1);
  EXPECT_EQ(::read(pipe->read.get(), bytes.data(), bytes.size()), 0);
}

TEST(Socket, GivesAnErrorAndNoSignalWhenItsReaderIsGone) {
  auto socket = make_socket();
  ASSERT_TRUE(socket);
  EXPECT_TRUE(is_closed_in_programs(socket->read.get()));
  EXPECT_TRUE(is_closed_in_programs(socket->write.get()));
  socket->read.reset();
  EXPECT_EQ(::send(socket->write.get(), "x", 1, kNoSignal), -1);
  EXPECT_EQ(errno, EPIPE);
}

}  // namespace
}  // namespace syncfree::sys
