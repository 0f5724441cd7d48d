// Lets a program or library that is linked against a new glibc run on an old one (2.17, as in manylinux2014). How a
// program starts is in old_glibc_start.c.
//
// A program asks for each function in the version that was current where it was linked, whether or not an older version
// would do. Here every such function is defined once more, hidden, by an older version of itself or by what older
// versions offer. The linker takes these, for our objects and for those of static libraries (libstdc++, LLVM) alike.
// x86-64 only; the wheel's test audits the result.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// NAME goes on to NAME@VERSION, whatever its arguments are.
#define FORWARD(name, version)                           \
  __asm__(".text\n"                                      \
          ".globl " #name "\n"                           \
          ".hidden " #name "\n"                          \
          ".type " #name ", @function\n" #name           \
          ": jmp *old_" #name "@GOTPCREL(%rip)\n"        \
          ".size " #name ", .-" #name "\n"               \
          ".symver old_" #name ", " #name "@" version "\n")

#define HIDDEN __attribute__((visibility("hidden")))

// Since 2.34 these are in libc; before, in libpthread, which the program names for that reason.
FORWARD(pthread_create, "GLIBC_2.2.5");
FORWARD(pthread_join, "GLIBC_2.2.5");
FORWARD(pthread_detach, "GLIBC_2.2.5");
FORWARD(pthread_once, "GLIBC_2.2.5");
FORWARD(pthread_key_create, "GLIBC_2.2.5");
FORWARD(pthread_key_delete, "GLIBC_2.2.5");
FORWARD(pthread_getspecific, "GLIBC_2.2.5");
FORWARD(pthread_setspecific, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_rdlock, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_wrlock, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_unlock, "GLIBC_2.2.5");
FORWARD(pthread_sigmask, "GLIBC_2.2.5");
FORWARD(pthread_attr_setstacksize, "GLIBC_2.2.5");
__asm__(".globl __pthread_key_create\n.hidden __pthread_key_create\n.set __pthread_key_create, pthread_key_create\n");

// Since 2.34 in libc, too; before, in libdl.
FORWARD(dlopen, "GLIBC_2.2.5");
FORWARD(dlsym, "GLIBC_2.2.5");
FORWARD(dladdr, "GLIBC_2.2.5");
FORWARD(dlerror, "GLIBC_2.2.5");

// Another version since 2.29, which does not set errno; tcmalloc asks for it.
FORWARD(log2, "GLIBC_2.2.5");

// Another version since 2.27, which follows links that lead nowhere.
FORWARD(glob, "GLIBC_2.2.5");

// Since 2.30. Waiting by the wall clock instead is only wrong while somebody sets that clock.
HIDDEN int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                  const struct timespec *until) {
  struct timespec now, wall;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &wall);
  wall.tv_sec += until->tv_sec - now.tv_sec;
  wall.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (wall.tv_nsec < 0) {
    wall.tv_nsec += 1000000000;
    --wall.tv_sec;
  } else if (wall.tv_nsec >= 1000000000) {
    wall.tv_nsec -= 1000000000;
    ++wall.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &wall);
}

// Since 2.33; before, programs called these with the version of the structure. `struct stat64` is `struct stat` here.
#define STAT_VERSION 1
int old_xstat(int, const char *, struct stat *);
int old_lxstat(int, const char *, struct stat *);
int old_fxstat(int, int, struct stat *);
int old_fxstatat(int, int, const char *, struct stat *, int);
__asm__(".symver old_xstat, __xstat@GLIBC_2.2.5");
__asm__(".symver old_lxstat, __lxstat@GLIBC_2.2.5");
__asm__(".symver old_fxstat, __fxstat@GLIBC_2.2.5");
__asm__(".symver old_fxstatat, __fxstatat@GLIBC_2.4");
HIDDEN int stat(const char *path, struct stat *out) { return old_xstat(STAT_VERSION, path, out); }
HIDDEN int lstat(const char *path, struct stat *out) { return old_lxstat(STAT_VERSION, path, out); }
HIDDEN int fstat(int file, struct stat *out) { return old_fxstat(STAT_VERSION, file, out); }
HIDDEN int fstatat(int folder, const char *path, struct stat *out, int flags) {
  return old_fxstatat(STAT_VERSION, folder, path, out, flags);
}
HIDDEN int stat64(const char *path, struct stat64 *out) { return stat(path, (struct stat *)out); }
HIDDEN int lstat64(const char *path, struct stat64 *out) { return lstat(path, (struct stat *)out); }
HIDDEN int fstat64(int file, struct stat64 *out) { return fstat(file, (struct stat *)out); }
HIDDEN int fstatat64(int folder, const char *path, struct stat64 *out, int flags) {
  return fstatat(folder, path, (struct stat *)out, flags);
}

// Since 2.25 and 2.36: random numbers from the kernel.
static int fill_with_random(unsigned char *out, size_t size) {
  while (size > 0) {
    const long count = syscall(SYS_getrandom, out, size, 0);
    if (count < 0 && errno != EINTR) return -1;
    if (count > 0) {
      out += count;
      size -= (size_t)count;
    }
  }
  return 0;
}
HIDDEN int getentropy(void *out, size_t size) { return fill_with_random(out, size); }
HIDDEN uint32_t arc4random(void) {
  uint32_t number = 0;
  if (fill_with_random((unsigned char *)&number, sizeof number) != 0) __builtin_trap();
  return number;
}

// Since 2.32. False is always right: libstdc++ then counts references atomically.
HIDDEN char __libc_single_threaded = 0;

// Since 2.35; libgcc's unwinder asks it for the table of the object that holds an address.
struct Search {
  uintptr_t address;
  struct dl_find_object *found;
};

static int holds_address(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  const struct Search *search = data;
  const ElfW(Phdr) *table = NULL;
  int holds = 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    const uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && search->address >= begin && search->address - begin < part->p_memsz) holds = 1;
    if (part->p_type == PT_GNU_EH_FRAME) table = part;
  }
  if (!holds || table == NULL) return 0;
  search->found->dlfo_eh_frame = (void *)(object->dlpi_addr + table->p_vaddr);
  return 1;
}

HIDDEN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct Search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(holds_address, &search) == 1 ? 0 : -1;
}
