#include "analyzer/source/file_bytes.h"

#include <system_error>
#include <utility>

#include "analyzer/system/files.h"

namespace syncfree::source {
namespace {

std::string unreadable(int error) { return "cannot be read: " + std::generic_category().message(error); }

/// Reads to the end; a file that grows meanwhile is read as far as `size`.
std::expected<std::string, std::string> read_all(int descriptor, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const auto count = sys::read_some(descriptor, bytes.data() + done, size - done);
    if (!count) return std::unexpected(unreadable(count.error()));
    if (*count == 0) break;
    done += *count;
  }
  bytes.resize(done);
  return bytes;
}

FileStamp stamp_from(const sys::FileStatus& status) {
  return {.size = status.size, .inode = status.inode, .modified = status.modified, .changed = status.changed};
}

}  // namespace

std::string too_large(std::uint64_t size, std::uint64_t limit) {
  return "is too large (" + std::to_string(size / 1'000'000) + " MB); files of " + std::to_string(limit / 1'000'000) +
         " MB and more are not read";
}

std::expected<FileBytes, std::string> read_bytes(const std::string& path, std::uint64_t size_limit) {
  const auto file = sys::open_to_read(path);
  if (!file) return std::unexpected(unreadable(file.error()));
  const auto status = sys::status_of(file->get());
  if (!status) return std::unexpected(unreadable(status.error()));
  if (!status->is_regular) return std::unexpected("is not a regular file");
  const FileStamp stamp = stamp_from(*status);
  if (stamp.size >= size_limit) return std::unexpected(too_large(stamp.size, size_limit));
  auto bytes = read_all(file->get(), stamp.size);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return FileBytes{std::move(*bytes), stamp};
}

std::optional<FileStamp> stamp_of(const std::string& path) {
  const auto status = sys::status_of(path);
  if (!status || !status->is_regular) return std::nullopt;
  return stamp_from(*status);
}

}  // namespace syncfree::source
