#include "analyzer/system/pipe.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace syncfree::sys {
namespace {

std::expected<Pipe, int> owned(const int (&ends)[2]) { return Pipe{Descriptor(ends[0]), Descriptor(ends[1])}; }

#ifndef __linux__
/// Where the system cannot do it in one call, a program that another thread starts meanwhile inherits the ends.
bool close_in_programs(const int (&ends)[2]) {
  return ::fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && ::fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}
#endif

}  // namespace

std::expected<Pipe, int> make_pipe() {
  int ends[2];
#ifdef __linux__
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::unexpected(errno);
#else
  if (::pipe(ends) != 0) return std::unexpected(errno);
  if (!close_in_programs(ends)) return std::unexpected(errno);
#endif
  return owned(ends);
}

std::expected<Pipe, int> make_socket() {
  int ends[2];
#ifdef __linux__
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::unexpected(errno);
#else
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return std::unexpected(errno);
  if (!close_in_programs(ends)) return std::unexpected(errno);
#endif
#ifdef SO_NOSIGPIPE
  const int on = 1;
  if (::setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) != 0) return std::unexpected(errno);
#endif
  return owned(ends);
}

#ifdef MSG_NOSIGNAL
const int kNoSignal = MSG_NOSIGNAL;
#else
const int kNoSignal = 0;  // the socket's option says it
#endif

}  // namespace syncfree::sys
