// A thread whose stack has one size, whatever the shell's limit says.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "analyzer/system/thread.h"

namespace syncfree::parallel {

/// Recursive walks of a model take up to some kilobytes for each level, and a model has at most a few thousand levels.
inline constexpr std::size_t kStackBytes = std::size_t{64} << 20;

class Thread : public sys::Thread {
 public:
  explicit Thread(std::function<void()> work) : sys::Thread(kStackBytes, std::move(work)) {}
};

}  // namespace syncfree::parallel
