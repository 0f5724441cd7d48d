// Files as the system shows them. Errors are errno's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

#include "analyzer/system/descriptor.h"

namespace syncfree::sys {

struct FileStatus {
  bool is_regular = false;
  std::uint64_t size = 0;
  std::uint64_t inode = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970
  std::int64_t changed = 0;   ///< the same, of its contents or rights; programs cannot set it
};

/// Does not wait where a pipe has no writer.
std::expected<Descriptor, int> open_to_read(const std::string& path);

std::expected<FileStatus, int> status_of(int descriptor);
std::expected<FileStatus, int> status_of(const std::string& path);

/// A link to a file or a folder by its name; on Windows a junction, too.
bool is_link(const std::filesystem::path& path);
/// The same; what is known already of the entry is used.
bool is_link(const std::filesystem::directory_entry& entry);

/// How many bytes were read: none at the end.
std::expected<std::size_t, int> read_some(int descriptor, char* to, std::size_t size);

}  // namespace syncfree::sys
