// Loaded into a program: makes the n-th call about a file of one folder fail.
//
// FAULT_FOLDER: calls about files below it count. FAULT_AT: which one fails, from 1; none for 0. FAULT: an error's
// number, "short" (half of what was to be read or written), "full" (the same, and the next one fails with ENOSPC), or
// "kill" (the process ends in place of the call).
// FAULT_ALSO: a call that fails with EIO whenever it is made. FAULT_CALLS: a file that gets the names of the calls, a
// line each, when the program ends. FAULT_OPENED: a file that gets the path of each file that is opened, wherever it
// lies, and of each program that is run, a line each.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { kMostDescriptors = 1024, kMostCalls = 10000 };

static atomic_int calls;
static const char* names[kMostCalls];
static atomic_bool is_full;  // after a write that was short for it
static atomic_bool followed[kMostDescriptors];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_below(const char* path) {
  const char* folder = getenv("FAULT_FOLDER");
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_followed(int descriptor) {
  return descriptor >= 0 && descriptor < kMostDescriptors && atomic_load(&followed[descriptor]);
}

static int follow(int descriptor) {
  if (descriptor >= 0 && descriptor < kMostDescriptors) atomic_store(&followed[descriptor], 1);
  return descriptor;
}

static void note(const char* path) {
  const char* list = getenv("FAULT_OPENED");
  const int descriptor = list == NULL ? -1 : REAL(open)(list, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (descriptor < 0) return;
  char line[PATH_MAX + 2];
  const int length = snprintf(line, sizeof line, "%s\n", path);
  if (REAL(write)(descriptor, line, (size_t)length) < 0) abort();
  REAL(close)(descriptor);
}

static int is_short(void) {
  const char* fault = getenv("FAULT");
  return fault != NULL && (strcmp(fault, "short") == 0 || strcmp(fault, "full") == 0);
}

// Is this call the one? Then errno is set, unless it is to be short.
static int is_chosen(const char* name) {
  const int number = atomic_fetch_add(&calls, 1);
  if (number < kMostCalls) names[number] = name;
  const char* also = getenv("FAULT_ALSO");
  if (also != NULL && strcmp(also, name) == 0) {
    errno = EIO;
    return 1;
  }
  const char* at = getenv("FAULT_AT");
  const char* fault = getenv("FAULT");
  if (number + 1 != (at == NULL ? 0 : atoi(at)) || fault == NULL) return 0;
  if (strcmp(fault, "kill") == 0) kill(getpid(), SIGKILL);
  errno = atoi(fault);
  return 1;
}

// A call that has no size cannot be short.
static int fails(const char* name) { return is_chosen(name) && !is_short(); }

__attribute__((destructor)) static void tell_calls(void) {
  const char* path = getenv("FAULT_CALLS");
  FILE* file = path == NULL ? NULL : REAL(fopen)(path, "w");
  if (file == NULL) return;
  const int count = atomic_load(&calls);
  for (int i = 0; i < count && i < kMostCalls; ++i) fprintf(file, "%s\n", names[i]);
  fclose(file);
}

#define OPEN(name)                                             \
  int name(const char* path, int flags, ...) {                 \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    const mode_t mode = va_arg(rest, mode_t);                  \
    va_end(rest);                                              \
    note(path);                                                \
    if (!is_below(path)) return REAL(name)(path, flags, mode); \
    if (fails(#name)) return -1;                               \
    return follow(REAL(name)(path, flags, mode));              \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                     \
  FILE* name(const char* path, const char* mode) {      \
    note(path);                                         \
    if (!is_below(path)) return REAL(name)(path, mode); \
    if (fails(#name)) return NULL;                      \
    FILE* file = REAL(name)(path, mode);                \
    if (file != NULL) follow(fileno(file));             \
    return file;                                        \
  }
FOPEN(fopen)
FOPEN(fopen64)

#define MKSTEMP(name)                             \
  int name(char* path) {                          \
    if (!is_below(path)) return REAL(name)(path); \
    if (fails(#name)) return -1;                  \
    return follow(REAL(name)(path));              \
  }
MKSTEMP(mkstemp)
MKSTEMP(mkstemp64)

ssize_t read(int descriptor, void* into, size_t size) {
  if (is_followed(descriptor) && is_chosen("read")) {
    if (!is_short()) return -1;
    size = (size + 1) / 2;
  }
  return REAL(read)(descriptor, into, size);
}

ssize_t write(int descriptor, const void* from, size_t size) {
  if (is_followed(descriptor) && atomic_exchange(&is_full, 0)) {
    errno = ENOSPC;
    return -1;
  }
  if (is_followed(descriptor) && is_chosen("write")) {
    if (!is_short()) return -1;
    atomic_store(&is_full, strcmp(getenv("FAULT"), "full") == 0);
    size = (size + 1) / 2;
  }
  return REAL(write)(descriptor, from, size);
}

int close(int descriptor) {
  const int failed = is_followed(descriptor) && fails("close");
  if (is_followed(descriptor)) atomic_store(&followed[descriptor], 0);
  const int saved = errno;
  const int result = REAL(close)(descriptor);
  if (failed) errno = saved;
  return failed ? -1 : result;
}

// Calls about a descriptor, a path, or two paths. Each line is a call that the program may make.
#define ABOUT_DESCRIPTOR(result, name, parameters, ...)     \
  result name parameters {                                  \
    if (is_followed(descriptor) && fails(#name)) return -1; \
    return REAL(name)(__VA_ARGS__);                         \
  }
#define ABOUT_PATH(result, failure, name, parameters, ...) \
  result name parameters {                                 \
    if (is_below(path) && fails(#name)) return failure;    \
    return REAL(name)(__VA_ARGS__);                        \
  }
ABOUT_DESCRIPTOR(int, fchmod, (int descriptor, mode_t mode), descriptor, mode)
ABOUT_DESCRIPTOR(int, fchown, (int descriptor, uid_t user, gid_t group), descriptor, user, group)
ABOUT_DESCRIPTOR(int, fsync, (int descriptor), descriptor)
ABOUT_DESCRIPTOR(int, fdatasync, (int descriptor), descriptor)
ABOUT_DESCRIPTOR(int, ftruncate, (int descriptor, off_t size), descriptor, size)
ABOUT_DESCRIPTOR(int, ftruncate64, (int descriptor, off64_t size), descriptor, size)
ABOUT_DESCRIPTOR(int, fsetxattr, (int descriptor, const char* name, const void* value, size_t size, int flags),
                 descriptor, name, value, size, flags)
ABOUT_DESCRIPTOR(ssize_t, fgetxattr, (int descriptor, const char* name, void* value, size_t size), descriptor, name,
                 value, size)
ABOUT_DESCRIPTOR(ssize_t, flistxattr, (int descriptor, char* list, size_t size), descriptor, list, size)
ABOUT_PATH(ssize_t, -1, getxattr, (const char* path, const char* name, void* value, size_t size), path, name, value,
           size)
ABOUT_PATH(ssize_t, -1, listxattr, (const char* path, char* list, size_t size), path, list, size)
ABOUT_PATH(char*, NULL, realpath, (const char* path, char* resolved), path, resolved)
ABOUT_PATH(int, -1, access, (const char* path, int mode), path, mode)
ABOUT_PATH(int, -1, faccessat, (int folder, const char* path, int mode, int flags), folder, path, mode, flags)
ABOUT_PATH(ssize_t, -1, readlink, (const char* path, char* into, size_t size), path, into, size)
ABOUT_PATH(int, -1, mkdir, (const char* path, mode_t mode), path, mode)
ABOUT_PATH(int, -1, unlink, (const char* path), path)
ABOUT_PATH(int, -1, remove, (const char* path), path)
ABOUT_PATH(DIR*, NULL, opendir, (const char* path), path)
ABOUT_PATH(int, -1, link, (const char* from, const char* path), from, path)
ABOUT_PATH(int, -1, rename, (const char* from, const char* path), from, path)

// The C library calls these by another name until version 2.33. Both are here; a program uses one.
ABOUT_PATH(int, -1, stat, (const char* path, struct stat* status), path, status)
ABOUT_PATH(int, -1, lstat, (const char* path, struct stat* status), path, status)
ABOUT_PATH(int, -1, fstatat, (int folder, const char* path, struct stat* status, int flags), folder, path, status,
           flags)
ABOUT_DESCRIPTOR(int, fstat, (int descriptor, struct stat* status), descriptor, status)
#define ABOUT_STATUS(name, first, is_ours, ...)                                                \
  int name(int version, __VA_ARGS__, struct stat* status) {                                    \
    static int (*real)(int, __VA_ARGS__, struct stat*);                                        \
    if (real == NULL) real = (int (*)(int, __VA_ARGS__, struct stat*))dlsym(RTLD_NEXT, #name); \
    return is_ours(first) && fails(#name) ? -1 : real(version, first, status);                 \
  }
ABOUT_STATUS(__xstat, path, is_below, const char* path)
ABOUT_STATUS(__lxstat, path, is_below, const char* path)
ABOUT_STATUS(__fxstat, descriptor, is_followed, int descriptor)

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  note(path);
  if (!is_below(path)) return REAL(openat)(folder, path, flags, mode);
  return fails("openat") ? -1 : REAL(openat)(folder, path, flags, mode);
}

int execve(const char* path, char* const arguments[], char* const environment[]) {
  note(path);
  return REAL(execve)(path, arguments, environment);
}

int execvp(const char* path, char* const arguments[]) {
  note(path);
  return REAL(execvp)(path, arguments);
}

int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  note(path);
  return REAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  note(path);
  return REAL(posix_spawnp)(child, path, actions, attributes, arguments, environment);
}
