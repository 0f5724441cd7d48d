#include "analyzer/source/file_bytes.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/system/descriptor.h"

namespace syncfree::source {
namespace {

std::string unreadable(int error) { return "cannot be read: " + std::generic_category().message(error); }

/// Reads to the end; a file that grows meanwhile is read as far as `size`.
std::expected<std::string, std::string> read_all(int descriptor, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = read(descriptor, bytes.data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(unreadable(errno));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileStamp stamp_from(const struct stat& status) {
  return {.size = static_cast<std::uint64_t>(status.st_size),
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

std::string too_large(std::uint64_t size, std::uint64_t limit) {
  return "is too large (" + std::to_string(size / 1'000'000) + " MB); files of " + std::to_string(limit / 1'000'000) +
         " MB and more are not read";
}

std::expected<FileBytes, std::string> read_bytes(const std::string& path, std::uint64_t size_limit) {
  // Without O_NONBLOCK the open itself would hang on a pipe that nobody writes to.
  const sys::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return std::unexpected(unreadable(errno));
  struct stat status{};
  if (fstat(file.get(), &status) != 0) return std::unexpected(unreadable(errno));
  if (!S_ISREG(status.st_mode)) return std::unexpected("is not a regular file");
  const FileStamp stamp = stamp_from(status);
  if (stamp.size >= size_limit) return std::unexpected(too_large(stamp.size, size_limit));
  auto bytes = read_all(file.get(), stamp.size);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return FileBytes{std::move(*bytes), stamp};
}

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return stamp_from(status);
}

}  // namespace syncfree::source
