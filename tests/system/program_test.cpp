#include "analyzer/system/program.h"

#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "analyzer/system/pipe.h"

namespace syncfree::sys {
namespace SYNCFREE_FILE {

using std::chrono_literals::operator""s;

std::expected<ProgramEnd, std::string> run_shell(const std::string& script, Program program = {.words = {}}) {
  program.words = {"sh", "-c", script};
  return run_program(program);
}

TEST(Program, GivesItsOutputAndItsStatus) {
  const auto end = run_shell("echo out; echo error >&2; exit 3");
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(end->out, "out\n");
  EXPECT_EQ(end->error, "error\n");
  EXPECT_EQ(end->status, 3);
  EXPECT_TRUE(end->signal.empty());
  EXPECT_FALSE(end->was_stopped);
}

TEST(Program, GetsItsInputWhileItWrites) {
  const std::string text(1 << 20, 'x');
  const auto end = run_shell("cat; echo error >&2", {.words = {}, .input = text, .keeps_errors = false});
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(end->out, text);
  EXPECT_EQ(end->error, "");
}

TEST(Program, MayEndBeforeItHasReadItsInput) {
  const std::string text(1 << 20, 'x');
  const auto end = run_shell("exec <&-; echo done", {.words = {}, .input = text});
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(end->out, "done\n");
  EXPECT_EQ(end->status, 0);
}

TEST(Program, HasNoInputOfOurs) {
  const auto end = run_shell("read line; echo $?");
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(end->out, "1\n");
}

TEST(Program, InheritsNoPipeOfOurs) {
  const auto pipe = make_pipe();
  ASSERT_TRUE(pipe);
  const auto end = run_shell("[ -e /proc/$$/fd/" + std::to_string(pipe->write.get()) + " ]");
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(end->status, 1);
}

TEST(Program, IsStoppedWhereItGoesBeyondItsLimits) {
  const auto slow = run_shell("exec sleep 60", {.words = {}, .most_time = 0s});
  ASSERT_TRUE(slow) << slow.error();
  EXPECT_TRUE(slow->was_stopped);
  const auto loud = run_shell("exec yes", {.words = {}, .most_output = 1000});
  ASSERT_TRUE(loud) << loud.error();
  EXPECT_TRUE(loud->was_stopped);
}

TEST(Program, SaysWhichSignalEndedIt) {
  const auto killed = run_shell("kill -KILL $$");
  ASSERT_TRUE(killed) << killed.error();
  EXPECT_EQ(killed->status, 128 + SIGKILL);
  EXPECT_FALSE(killed->signal.empty());
  EXPECT_TRUE(killed->was_limited);
  const auto crashed = run_shell("kill -SEGV $$");
  ASSERT_TRUE(crashed) << crashed.error();
  EXPECT_FALSE(crashed->was_limited);
}

TEST(Program, SaysWhyItCannotBeStarted) {
  const auto end = run_program({.words = {"no-such-program-anywhere"}});
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error(), "No such file or directory");
}

TEST(Program, IsRunningOrNot) {
  EXPECT_TRUE(is_running(::getpid()));
  EXPECT_FALSE(is_running(0x7ffffff0));
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::sys
