// The bytes of a file, and what tells without reading them that they are the same as before.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace syncfree::source {

/// Writing a file changes its stamp, unless the clock stands still; so a stamp that is as young as what is compared
/// with it says nothing.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t inode = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970
  std::int64_t changed = 0;   ///< the same, of the file's contents or rights; programs cannot set it

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct FileBytes {
  std::string bytes;
  FileStamp stamp;  ///< from before the bytes were read
};

/// Regular files below `size_limit` only. The error is one line without the path, fit to stand after "path: ".
std::expected<FileBytes, std::string> read_bytes(const std::string& path, std::uint64_t size_limit);

/// Nothing for what is no regular file.
std::optional<FileStamp> stamp_of(const std::string& path);

/// Says that a file of this size is not read.
std::string too_large(std::uint64_t size, std::uint64_t limit);

}  // namespace syncfree::source
