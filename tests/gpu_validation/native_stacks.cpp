// Reads stacks again and again: each has to be what the unwinder says, and only new ones are unwound.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <alloca.h>
#include <execinfo.h>

#include "native_stack.h"

using syncfree::observer::native_stacks_unwound;
using syncfree::observer::read_native;

namespace {

volatile int kept = 0;

void fail(const char* what) {
  std::printf("%s\n", what);
  std::exit(1);
}

/// The frames outside of this function are those of `backtrace`.
[[gnu::noinline]] void look() {
  std::vector<uint64_t> read;
  read_native(read, 48);
  std::array<void*, 64> found;
  const int count = backtrace(found.data(), 64);
  // Innermost on both sides is a place in this function.
  if (read.size() + 2 < static_cast<std::size_t>(count) || count < 3) fail("frames are missing");
  for (int i = 1;
       i < count && static_cast<std::size_t>(i) < read.size() && found[static_cast<std::size_t>(i)] != nullptr; ++i) {
    if (read[static_cast<std::size_t>(i)] != reinterpret_cast<uint64_t>(found[static_cast<std::size_t>(i)]))
      fail("a frame is another one");
  }
  kept = kept + 1;
}

[[gnu::noinline]] void deep(int depth) {
  if (depth == 0) {
    look();
  } else {
    deep(depth - 1);
  }
  kept = kept + 1;
}

[[gnu::noinline]] void with_a_frame_of(std::size_t bytes) {
  auto* memory = static_cast<volatile char*>(alloca(bytes));
  memory[0] = 1;
  look();
  kept = kept + memory[0];
}

[[gnu::noinline]] void one_way() {
  look();
  kept = kept + 1;
}
[[gnu::noinline]] void another_way() {
  look();
  kept = kept + 1;
}

void all() {
  for (int i = 0; i < 200; ++i) {
    one_way();
    another_way();
    deep(i % 3);
    with_a_frame_of(16 + static_cast<std::size_t>(i % 4) * 64);
  }
}

}  // namespace

int main() {
  all();
  const uint64_t of_main = native_stacks_unwound();
  if (of_main == 0 || of_main > 16) fail("stacks are unwound more than once");
  std::thread(all).join();
  all();
  if (native_stacks_unwound() > 3 * 16) fail("another thread's stacks are unwound more than once");
  std::vector<uint64_t> read;
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) {
    read.clear();
    read_native(read, 48);
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begun;
  std::printf("%llu unwound, %.3f us each\n", static_cast<unsigned long long>(native_stacks_unwound()),
              took.count() / 1000);
}
