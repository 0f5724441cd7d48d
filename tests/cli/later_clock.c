// Loaded before the program, it puts the clock ahead: files that were just written are old.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

enum { kAhead = 3 };  // seconds; what is older than 2 s cannot be younger than the clock's ticks say

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += kAhead;
  return result;
}
