// The native part of a stack: which addresses of one library called, directly or not, what runs now.
//
// Called from inside a CUPTI callback, under frames of the driver. Where these have no unwind tables, the walk ends
// early, and the stack's words are searched for return addresses instead.

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <pthread.h>
#include <unwind.h>

namespace {

struct Walk {
  uintptr_t low;
  uintptr_t high;
  uintptr_t* out;
  int most;
  int found;
};

void take(Walk& walk, uintptr_t address) {
  if (address >= walk.low && address < walk.high && walk.found < walk.most) walk.out[walk.found++] = address;
}

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) {
  take(*static_cast<Walk*>(data), _Unwind_GetIP(context));
  return _URC_NO_REASON;
}

/// Whether a call instruction ends at `address`: a direct call, or one through a register or memory.
bool follows_call(uintptr_t address, uintptr_t low) {
  if (address < low + 7) return false;
  const auto* code = reinterpret_cast<const uint8_t*>(address);
  if (code[-5] == 0xE8) return true;
  for (const int length : {2, 3, 4, 6, 7}) {
    const uint8_t* call = code - length;
    const bool prefixed = length > 2 && (call[0] & 0xF0) == 0x40 && call[1] == 0xFF && (call[2] & 0x38) == 0x10;
    if ((call[0] == 0xFF && (call[1] & 0x38) == 0x10) || prefixed) return true;
  }
  return false;
}

uintptr_t end_of_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* base = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &base, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(base) + size;
}

void search_stack(Walk& walk) {
  const uintptr_t end = end_of_stack();
  auto at = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  for (; at + sizeof(uintptr_t) <= end; at += sizeof(uintptr_t)) {
    uintptr_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof(word));
    if (word >= walk.low && word < walk.high && follows_call(word, walk.low)) take(walk, word);
  }
}

}  // namespace

/// Writes the return addresses in [low, high) to `out`, innermost first, and how they were found to `searched`: 0 by
/// unwinding, 1 by searching the stack, which `search` demands. Returns their number.
extern "C" int syncfree_native_stack(uintptr_t low, uintptr_t high, uintptr_t* out, int most, int search,
                                     int* searched) {
  Walk walk{low, high, out, most, 0};
  if (search == 0) _Unwind_Backtrace(on_frame, &walk);
  *searched = walk.found == 0;
  if (walk.found == 0) search_stack(walk);
  return walk.found;
}
