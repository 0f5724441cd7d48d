// Runs the tests on a stack like the program's (cli/main.cpp), so that what is nested in their inputs takes no more of
// it than the program has, also in builds whose frames are large. It is the main thread's: what a test forks has to be
// whole.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "analyzer/parallel/thread.h"

int main(int count, char** values) {
  rlimit stack = {};
  constexpr rlim_t kWanted = syncfree::parallel::kStackBytes;
  if (::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < kWanted && stack.rlim_max >= kWanted) {
    stack.rlim_cur = kWanted;
    if (::setrlimit(RLIMIT_STACK, &stack) == 0) ::execv("/proc/self/exe", values);
  }
  testing::InitGoogleTest(&count, values);
  return RUN_ALL_TESTS();
}
