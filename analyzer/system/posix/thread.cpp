#include "analyzer/system/thread.h"

#include <memory>
#include <system_error>
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

// Detached from its start: glibc's pthread_detach() looks at a thread after it has let go of it (bug 19951), when a
// short one may have ended and its stack may be gone.
void run_beside(std::function<void()> work) {
  auto given = std::make_unique<std::function<void()>>(std::move(work));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  const auto run = [](void* data) -> void* {
    const std::unique_ptr<std::function<void()>> taken(static_cast<std::function<void()>*>(data));
    (*taken)();
    return nullptr;
  };
  pthread_t thread = {};
  const int error = pthread_create(&thread, &attributes, run, given.get());
  pthread_attr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start a thread");
  static_cast<void>(given.release());  // the thread's
}

}  // namespace syncfree::sys
