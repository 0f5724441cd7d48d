// How a program that is linked against a new glibc starts on an old one; see old_glibc.c.
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

// Since 2.34 glibc itself calls a program's constructors; before, start-up code that was linked into the program told it
// how. A program that does tell is served by both.
typedef void (*Constructor)(int, char **, char **);
extern HIDDEN const Constructor __preinit_array_start[], __preinit_array_end[], __init_array_start[], __init_array_end[];
extern HIDDEN void _init(void);

static void construct(int count, char **arguments, char **environment) {
  for (const Constructor *at = __preinit_array_start; at != __preinit_array_end; ++at) (*at)(count, arguments, environment);
  _init();
  for (const Constructor *at = __init_array_start; at != __init_array_end; ++at) (*at)(count, arguments, environment);
}

typedef int (*Main)(int, char **, char **);
int old_libc_start_main(Main, int, char **, Constructor, void (*)(void), void (*)(void), void *);
__asm__(".symver old_libc_start_main, __libc_start_main@GLIBC_2.2.5");
HIDDEN int __libc_start_main(Main main, int count, char **arguments, Constructor init, void (*fini)(void),
                             void (*loader_fini)(void), void *stack_end) {
  return old_libc_start_main(main, count, arguments, init != NULL ? init : construct, fini, loader_fini, stack_end);
}
