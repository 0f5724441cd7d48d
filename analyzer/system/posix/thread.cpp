#include "analyzer/system/thread.h"

#include <system_error>
#include <thread>
#include <utility>

#include <pthread.h>

namespace syncfree::sys {

struct Thread::State {
  static void* run(void* state) {
    static_cast<State*>(state)->work();
    return nullptr;
  }

  std::function<void()> work;
  pthread_t thread = {};
};

Thread::Thread(std::size_t stack_bytes, std::function<void()> work)
    : state_(std::make_unique<State>(State{.work = std::move(work)})) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  const int error = pthread_create(&state_->thread, &attributes, &State::run, state_.get());
  pthread_attr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start a thread");
}

Thread::Thread(Thread&&) noexcept = default;

Thread::~Thread() {
  if (state_) pthread_join(state_->thread, nullptr);
}

void run_beside(std::function<void()> work) { std::thread(std::move(work)).detach(); }

}  // namespace syncfree::sys
