#include "native_stack.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <span>
#include <string_view>

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <unwind.h>

namespace syncfree::observer {
namespace {

constexpr std::size_t kMost = 48;

bool is_cuda(std::string_view module) {
  const std::size_t slash = module.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? module : module.substr(slash + 1);
  for (std::string_view part : {"libcuda.so", "libcudart", "libcupti", "libcudadebugger", "libsyncfree_observer"}) {
    if (name.starts_with(part)) return true;
  }
  return false;
}

/// The main program is named as it was called, which need not be a path.
std::string file_of(const Dl_info& info) {
  char resolved[PATH_MAX];
  if (info.dli_fname == nullptr) return {};
  if (std::string_view(info.dli_fname).find(".so") == std::string_view::npos &&
      realpath("/proc/self/exe", resolved) != nullptr)
    return resolved;
  return realpath(info.dli_fname, resolved) != nullptr ? resolved : info.dli_fname;
}

std::atomic<uint64_t> unwound = 0;

/// Where a return address lies on the stack, and what it is.
struct Slot {
  const uint64_t* at;
  uint64_t address;
};

/// A stack of the thread that was unwound, innermost first.
struct KnownStack {
  std::array<Slot, kMost> slots;
  std::size_t count = 0;
};

/// To unwind a stack takes some 10 us, and a loop comes by with the same few ones. If the innermost return address lies
/// where it lay and is what it was, the next one lies where it lay, and so on: the frames of one place in the code have
/// one size. So a known stack is known again by a look at its slots. Not destroyed, and small enough for each thread to
/// have it.
struct KnownStacks {
  std::array<KnownStack, 16> stacks;
  std::size_t next = 0;

  const KnownStack* find(const uint64_t* innermost) const {
    for (const KnownStack& stack : stacks) {
      if (stack.count == 0 || stack.slots[0].at != innermost) continue;
      const std::span<const Slot> slots(stack.slots.data(), stack.count);
      if (std::ranges::all_of(slots, [](const Slot& slot) { return *slot.at == slot.address; })) return &stack;
    }
    return nullptr;
  }
  KnownStack& oldest() { return stacks[next++ % stacks.size()]; }
};

thread_local KnownStacks known_stacks;

struct Walk {
  const uint64_t* innermost;  ///< frames within this one do not count
  KnownStack* stack;
};

/// On x86-64 a return address lies just below the frame that it returns to.
_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* data) {
  const Walk& walk = *static_cast<Walk*>(data);
  const uint64_t address = _Unwind_GetIP(context);
  const auto* at = reinterpret_cast<const uint64_t*>(_Unwind_GetCFA(context)) - 1;
  KnownStack& stack = *walk.stack;
  if (address == 0 || stack.count == kMost) return _URC_END_OF_STACK;
  if (stack.count == 0 && at != walk.innermost) return _URC_NO_REASON;
  if (*at != address) {  // a signal's frame: this stack is not one to know again
    stack.count = 0;
    return _URC_END_OF_STACK;
  }
  stack.slots[stack.count++] = {.at = at, .address = address};
  return _URC_NO_REASON;
}

/// Null where that is not to be had.
const KnownStack* stack_from(const uint64_t* innermost) {
#if defined(__x86_64__)
  if (const KnownStack* known = known_stacks.find(innermost)) return known;
  KnownStack& stack = known_stacks.oldest();
  stack.count = 0;
  Walk walk{.innermost = innermost, .stack = &stack};
  _Unwind_Backtrace(note_frame, &walk);
  unwound.fetch_add(1, std::memory_order_relaxed);
  return stack.count > 0 ? &stack : nullptr;
#else
  return nullptr;
#endif
}

}  // namespace

[[gnu::noinline]] void read_native(std::vector<uint64_t>& addresses, std::size_t limit) {
  const auto* frame = static_cast<const uint64_t*>(__builtin_frame_address(0));
  if (const KnownStack* stack = stack_from(frame + 1)) {
    for (std::size_t i = 0; i < stack->count && addresses.size() < limit; ++i)
      addresses.push_back(stack->slots[i].address);
    return;
  }
  std::array<void*, kMost> found;
  const int count = backtrace(found.data(), static_cast<int>(kMost));
  for (int i = 0; i < count && addresses.size() < limit; ++i)
    addresses.push_back(reinterpret_cast<uint64_t>(found[static_cast<std::size_t>(i)]));
}

uint64_t native_stacks_unwound() { return unwound.load(std::memory_order_relaxed); }

std::vector<NativePlace> native_places(const std::vector<uint64_t>& addresses) {
  std::vector<NativePlace> places;
  for (const uint64_t address : addresses) {
    Dl_info info{};
    const uint64_t call = address - 1;  // what is known is where the call returns to
    if (dladdr(reinterpret_cast<void*>(call), &info) == 0 || info.dli_fbase == nullptr) continue;
    const std::string file = file_of(info);
    if (is_cuda(file)) continue;
    const auto base = reinterpret_cast<uint64_t>(info.dli_fbase);
    const bool fixed = static_cast<const Elf64_Ehdr*>(info.dli_fbase)->e_type == ET_EXEC;
    places.push_back({.module = file,
                      .offset = fixed ? call : call - base,
                      .symbol = info.dli_sname != nullptr ? info.dli_sname : ""});
  }
  return places;
}

}  // namespace syncfree::observer
