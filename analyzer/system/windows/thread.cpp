#include "analyzer/system/thread.h"

#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <process.h>
#include <windows.h>

#include "analyzer/system/windows/handle.h"

namespace syncfree::sys {
namespace {

Handle start_thread(unsigned stack_bytes, unsigned __stdcall run(void*), void* state) {
  const std::uintptr_t made =
      ::_beginthreadex(nullptr, stack_bytes, run, state, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (made == 0) throw std::system_error(errno, std::generic_category(), "cannot start a thread");
  return Handle(reinterpret_cast<HANDLE>(made));  // NOLINT(performance-no-int-to-ptr)
}

unsigned __stdcall run_owned(void* work) {
  const std::unique_ptr<std::function<void()>> owned(static_cast<std::function<void()>*>(work));
  (*owned)();
  return 0;
}

}  // namespace

struct Thread::State {
  static unsigned __stdcall run(void* state) {
    static_cast<State*>(state)->work();
    return 0;
  }

  std::function<void()> work;
  Handle thread;
};

Thread::Thread(std::size_t stack_bytes, std::function<void()> work)
    : state_(std::make_unique<State>(State{.work = std::move(work), .thread = Handle()})) {
  state_->thread = start_thread(static_cast<unsigned>(stack_bytes), &State::run, state_.get());
}

Thread::Thread(Thread&&) noexcept = default;

Thread::~Thread() {
  if (state_) ::WaitForSingleObject(state_->thread.get(), INFINITE);
}

// Not std::thread's detach(): with the threads of MinGW-w64 (winpthreads 10) the new thread may find no work, or the
// call may throw because the thread is gone; both were seen under Wine.
void run_beside(std::function<void()> work) {
  auto owned = std::make_unique<std::function<void()>>(std::move(work));
  const Handle thread = start_thread(0, &run_owned, owned.get());
  static_cast<void>(owned.release());  // the thread's
}

}  // namespace syncfree::sys
