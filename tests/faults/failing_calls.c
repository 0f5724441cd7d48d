// Loaded into a program: makes the n-th call that reads or writes a file of one folder fail.
//
// FAULT_FOLDER: calls about files below it count. FAULT_AT: which one fails, from 1; none for 0. FAULT: an error's
// number, "short" (half of what was to be read or written), or "kill" (the process ends in place of the call).
// FAULT_COUNT: a file that gets the number of calls when the program ends. FAULT_OPENED: a file that gets the path of
// each file that is opened, wherever it lies, and of each program that is run, a line each.
#define _GNU_SOURCE
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
#include <unistd.h>

enum { kMostDescriptors = 1024 };

static atomic_int calls;
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

// Is this call the one? Then errno is set.
static int fails(void) {
  const char* at = getenv("FAULT_AT");
  const char* fault = getenv("FAULT");
  if (atomic_fetch_add(&calls, 1) + 1 != (at == NULL ? 0 : atoi(at)) || fault == NULL) return 0;
  if (strcmp(fault, "kill") == 0) kill(getpid(), SIGKILL);
  errno = atoi(fault);
  return 1;
}

static int is_short(void) {
  const char* fault = getenv("FAULT");
  return fault != NULL && strcmp(fault, "short") == 0;
}

__attribute__((destructor)) static void tell_count(void) {
  const char* path = getenv("FAULT_COUNT");
  const int descriptor = path == NULL ? -1 : REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (descriptor < 0) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%d", atomic_load(&calls));
  if (REAL(write)(descriptor, text, (size_t)length) < 0) abort();
  REAL(close)(descriptor);
}

#define OPEN(name)                                             \
  int name(const char* path, int flags, ...) {                 \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    const mode_t mode = va_arg(rest, mode_t);                  \
    va_end(rest);                                              \
    note(path);                                                \
    if (!is_below(path)) return REAL(name)(path, flags, mode); \
    if (fails() && !is_short()) return -1;                     \
    return follow(REAL(name)(path, flags, mode));              \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                     \
  FILE* name(const char* path, const char* mode) {      \
    note(path);                                         \
    if (!is_below(path)) return REAL(name)(path, mode); \
    if (fails() && !is_short()) return NULL;            \
    FILE* file = REAL(name)(path, mode);                \
    if (file != NULL) follow(fileno(file));             \
    return file;                                        \
  }
FOPEN(fopen)
FOPEN(fopen64)

#define MKSTEMP(name)                             \
  int name(char* path) {                          \
    if (!is_below(path)) return REAL(name)(path); \
    if (fails() && !is_short()) return -1;        \
    return follow(REAL(name)(path));              \
  }
MKSTEMP(mkstemp)
MKSTEMP(mkstemp64)

ssize_t read(int descriptor, void* into, size_t size) {
  if (is_followed(descriptor) && fails()) {
    if (!is_short()) return -1;
    size = (size + 1) / 2;
  }
  return REAL(read)(descriptor, into, size);
}

ssize_t write(int descriptor, const void* from, size_t size) {
  if (is_followed(descriptor) && fails()) {
    if (!is_short()) return -1;
    size = (size + 1) / 2;
  }
  return REAL(write)(descriptor, from, size);
}

int close(int descriptor) {
  const int failed = is_followed(descriptor) && fails() && !is_short();
  if (is_followed(descriptor)) atomic_store(&followed[descriptor], 0);
  const int saved = errno;
  const int result = REAL(close)(descriptor);
  if (failed) errno = saved;
  return failed ? -1 : result;
}

int fchmod(int descriptor, mode_t mode) {
  if (is_followed(descriptor) && fails() && !is_short()) return -1;
  return REAL(fchmod)(descriptor, mode);
}

int fsync(int descriptor) {
  if (is_followed(descriptor) && fails() && !is_short()) return -1;
  return REAL(fsync)(descriptor);
}

#define TRUNCATE(name, type)                                          \
  int name(int descriptor, type size) {                               \
    if (is_followed(descriptor) && fails() && !is_short()) return -1; \
    return REAL(name)(descriptor, size);                              \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int rename(const char* from, const char* to) {
  if (is_below(to) && fails() && !is_short()) return -1;
  return REAL(rename)(from, to);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  note(path);
  return REAL(openat)(folder, path, flags, mode);
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
