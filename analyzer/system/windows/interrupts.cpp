#include "analyzer/system/interrupts.h"

#include <atomic>
#include <csignal>

#include <windows.h>

#include "analyzer/system/running_program.h"

namespace syncfree::sys {
namespace {

constinit std::atomic<void (*)(int)> handler = nullptr;
constinit SRWLOCK writing = SRWLOCK_INIT;  ///< shared by what is being written; an interrupt wants it alone

/// Called on a thread of its own.
BOOL WINAPI interrupted(DWORD event) {
  ::AcquireSRWLockExclusive(&writing);
  handler.load()(event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM);
  ::ReleaseSRWLockExclusive(&writing);
  return TRUE;
}

}  // namespace

void on_interrupts(void (*handle)(int signal)) {
  handler = handle;
  ::SetConsoleCtrlHandler(interrupted, TRUE);
}

void say_in_handler(std::string_view message) {
  DWORD written = 0;
  ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), message.data(), static_cast<DWORD>(message.size()), &written, nullptr);
}

void end_by_interrupt(int) { end_program(static_cast<int>(STATUS_CONTROL_C_EXIT)); }

struct InterruptsHeld::Before {};

InterruptsHeld::InterruptsHeld() { ::AcquireSRWLockShared(&writing); }

InterruptsHeld::~InterruptsHeld() { ::ReleaseSRWLockShared(&writing); }

}  // namespace syncfree::sys
