// A thread whose stack has one size, whatever the shell's limit says.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <system_error>

#include <pthread.h>

namespace syncfree::parallel {

/// Recursive walks of a model take up to some kilobytes for each level, and a model has at most a few thousand levels.
/// The memory is only taken where a stack grows into it.
inline constexpr std::size_t kStackBytes = std::size_t{64} << 20;

/// Joined when it goes out of scope. What it runs must not throw.
class Thread {
 public:
  explicit Thread(std::function<void()> work) : work_(std::make_unique<std::function<void()>>(std::move(work))) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    const int error = pthread_create(&thread_, &attributes, &run, work_.get());
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start a thread");
  }
  Thread(Thread&& other) noexcept : work_(std::move(other.work_)), thread_(other.thread_) {}
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  Thread& operator=(Thread&&) = delete;
  ~Thread() {
    if (work_) pthread_join(thread_, nullptr);
  }

 private:
  static void* run(void* work) {
    (*static_cast<std::function<void()>*>(work))();
    return nullptr;
  }

  std::unique_ptr<std::function<void()>> work_;
  pthread_t thread_ = {};
};

}  // namespace syncfree::parallel
