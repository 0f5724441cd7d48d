#include "analyzer/system/files.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace syncfree::sys {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileStatus from(const struct stat& status) {
  return {.is_regular = S_ISREG(status.st_mode),
          .size = static_cast<std::uint64_t>(status.st_size),
          .inode = static_cast<std::uint64_t>(status.st_ino),
#ifdef __APPLE__
          .modified = nanoseconds(status.st_mtimespec),
          .changed = nanoseconds(status.st_ctimespec)};
#else
          .modified = nanoseconds(status.st_mtim),
          .changed = nanoseconds(status.st_ctim)};
#endif
}

}  // namespace

std::expected<Descriptor, int> open_to_read(const std::string& path) {
  // Without O_NONBLOCK the open itself would hang on a pipe that nobody writes to.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return std::unexpected(errno);
  return file;
}

std::expected<FileStatus, int> status_of(int descriptor) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return std::unexpected(errno);
  return from(status);
}

std::expected<FileStatus, int> status_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::unexpected(errno);
  return from(status);
}

bool is_link(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_symlink(path, ignored);
}

bool is_link(const std::filesystem::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_symlink(ignored);
}

std::expected<std::size_t, int> read_some(int descriptor, char* to, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(descriptor, to, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return std::unexpected(errno);
  }
}

}  // namespace syncfree::sys
