#include "analyzer/system/thread.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <process.h>
#include <windows.h>

#include "analyzer/system/windows/handle.h"

namespace syncfree::sys {

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
  const std::uintptr_t made = ::_beginthreadex(nullptr, static_cast<unsigned>(stack_bytes), &State::run, state_.get(),
                                               STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (made == 0) throw std::system_error(errno, std::generic_category(), "cannot start a thread");
  state_->thread = Handle(reinterpret_cast<HANDLE>(made));  // NOLINT(performance-no-int-to-ptr)
}

Thread::Thread(Thread&&) noexcept = default;

Thread::~Thread() {
  if (state_) ::WaitForSingleObject(state_->thread.get(), INFINITE);
}

}  // namespace syncfree::sys
