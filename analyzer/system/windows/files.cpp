#include "analyzer/system/files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "analyzer/system/windows/handle.h"
#include "analyzer/system/windows/utf16.h"

namespace syncfree::sys {
namespace {

constexpr std::int64_t kTicksTo1970 = 116'444'736'000'000'000;  // of 100 ns, since 1601

std::int64_t nanoseconds(std::int64_t ticks) { return (ticks - kTicksTo1970) * 100; }

std::uint64_t joined(DWORD high, DWORD low) { return (std::uint64_t{high} << 32) | low; }

/// Others may write, rename and remove it meanwhile. A folder can be opened, too.
Handle open_shared(const std::string& path, DWORD access) {
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const std::filesystem::path name(path);
  return Handle(
      ::CreateFileW(name.c_str(), access, kShared, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
}

std::expected<FileStatus, int> status_of_handle(HANDLE file) {
  FileStatus status;
  if (::GetFileType(file) != FILE_TYPE_DISK) return status;
  BY_HANDLE_FILE_INFORMATION known = {};
  if (::GetFileInformationByHandle(file, &known) == 0) return std::unexpected(last_error());
  status.is_regular = (known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
  status.size = joined(known.nFileSizeHigh, known.nFileSizeLow);
  status.inode = joined(known.nFileIndexHigh, known.nFileIndexLow);
  status.modified = nanoseconds(
      static_cast<std::int64_t>(joined(known.ftLastWriteTime.dwHighDateTime, known.ftLastWriteTime.dwLowDateTime)));
  FILE_BASIC_INFO basic = {};
  const bool knows_change = ::GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic) != 0;
  status.changed = knows_change ? nanoseconds(basic.ChangeTime.QuadPart) : status.modified;
  return status;
}

}  // namespace

std::expected<Descriptor, int> open_to_read(const std::string& path) {
  Handle file = open_shared(path, GENERIC_READ);
  if (!file) return std::unexpected(last_error());
  Descriptor descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(file.get()), _O_RDONLY | _O_BINARY));
  if (descriptor.get() < 0) return std::unexpected(errno);
  file.release();
  return descriptor;
}

std::expected<FileStatus, int> status_of(int descriptor) {
  return status_of_handle(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)));  // NOLINT(performance-no-int-to-ptr)
}

std::expected<FileStatus, int> status_of(const std::string& path) {
  const Handle file = open_shared(path, FILE_READ_ATTRIBUTES);
  if (!file) return std::unexpected(last_error());
  return status_of_handle(file.get());
}

bool is_link(const std::filesystem::path& path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) return false;
  WIN32_FIND_DATAW found = {};  // files that a service keeps elsewhere are marked so, too
  const HANDLE search = ::FindFirstFileW(path.c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) return false;
  ::FindClose(search);
  return found.dwReserved0 == IO_REPARSE_TAG_SYMLINK || found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
}

bool is_link(const std::filesystem::directory_entry& entry) { return is_link(entry.path()); }

std::expected<std::size_t, int> read_some(int descriptor, char* to, std::size_t size) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  const int count = ::_read(descriptor, to, static_cast<unsigned>(std::min(size, kMost)));
  if (count < 0) return std::unexpected(errno);
  return static_cast<std::size_t>(count);
}

}  // namespace syncfree::sys
