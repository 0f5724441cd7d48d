#include "analyzer/system/write_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "analyzer/system/descriptor.h"
#include "analyzer/system/files.h"
#include "analyzer/system/interrupts.h"

namespace syncfree::sys {
namespace {

using Result = std::expected<void, std::string>;

Result failure() { return std::unexpected("cannot be written: " + std::string(std::strerror(errno))); }

/// A file that is written in place is cut off behind its new end.
Result write_and_close(int descriptor, std::string_view content, bool cuts_off) {
  Result result = write_descriptor(descriptor, content);
  struct stat status = {};
  if (result && cuts_off && ::fstat(descriptor, &status) != 0) result = failure();
  if (result && cuts_off && S_ISREG(status.st_mode) &&
      ::ftruncate(descriptor, static_cast<off_t>(content.size())) != 0) {
    result = failure();
  }
  if (::close(descriptor) != 0 && result) result = failure();
  return result;
}

Result open_and_write(const std::string& path, std::string_view content, int flags) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return failure();
  return write_and_close(descriptor, content, (flags & O_APPEND) == 0);
}

/// Says so where the file stays behind.
Result without_temporary(Result result, const std::string& temporary) {
  if (::unlink(temporary.c_str()) == 0) return result;
  const std::string left = temporary + " cannot be removed: " + std::strerror(errno);
  return std::unexpected(result ? left : result.error() + "; " + left);
}

/// Nothing new may be made in the folder.
bool may_make_nothing() { return errno == EACCES || errno == EPERM || errno == EROFS; }

/// Nothing where it cannot be read: errno says why.
std::optional<std::string> bytes_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return std::nullopt;
  std::string bytes;
  std::vector<char> buffer(1 << 16);
  while (true) {
    const auto count = read_some(file.get(), buffer.data(), buffer.size());
    if (!count) return std::nullopt;
    if (*count == 0) return bytes;
    bytes.append(buffer.data(), *count);
  }
}

/// Over what is there. If that fails half-way, the old content is restored; a copy of the new one lies beside it as
/// long as neither is whole.
Result write_over(const std::string& path, std::string_view content) {
  const auto old = bytes_of(path);
  if (!old) return failure();
  std::string copy = path + ".XXXXXX";
  const int descriptor = ::mkstemp(copy.data());
  const bool may_have_copy = descriptor >= 0 || !may_make_nothing();
  if (descriptor < 0 && may_have_copy) return failure();
  if (descriptor >= 0) {
    const Result written = write_and_close(descriptor, content, false);
    if (!written) return without_temporary(written, copy);
  }
  Result result = open_and_write(path, content, 0);
  if (!result && !open_and_write(path, *old, 0)) {
    const std::string whole = may_have_copy ? "; the new text is in " + copy : "";
    return std::unexpected(result.error() + "; the file is damaged" + whole);
  }
  return may_have_copy ? without_temporary(std::move(result), copy) : result;
}

/// The mode that the new file gets: the old one's, or what any new file gets.
mode_t mode_for(const struct stat* old) {
  if (old != nullptr) return old->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// Gives the new file what the old one has beside its content: owner, group and extended attributes, access lists among
/// them. False if it cannot have one of them.
bool take_over(int descriptor, const std::string& old, const struct stat& status) {
  struct stat now = {};
  if (::fstat(descriptor, &now) != 0) return false;
  const bool same_owner = now.st_uid == status.st_uid && now.st_gid == status.st_gid;
  if (!same_owner && ::fchown(descriptor, status.st_uid, status.st_gid) != 0) return false;
#ifdef __linux__
  std::vector<char> names(1 << 16);
  const ssize_t size = ::listxattr(old.c_str(), names.data(), names.size());
  if (size < 0) return errno == ENOTSUP;
  std::vector<char> value(1 << 16);
  for (const char* name = names.data(); name < names.data() + size; name += std::strlen(name) + 1) {
    const ssize_t length = ::getxattr(old.c_str(), name, value.data(), value.size());
    if (length < 0 || ::fsetxattr(descriptor, name, value.data(), static_cast<std::size_t>(length), 0) != 0)
      return false;
  }
  return true;
#else
  static_cast<void>(old);
  return false;  // which attributes there are is not asked
#endif
}

/// A new file in the place of `old`, or where none was.
Result replace(const std::string& path, std::string_view content, const struct stat* old) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return old != nullptr && may_make_nothing() ? write_over(path, content) : failure();
  if (old != nullptr && !take_over(descriptor, path, *old)) {
    ::close(descriptor);
    const Result removed = without_temporary({}, temporary);
    return removed ? write_over(path, content) : removed;
  }
  Result result = write_descriptor(descriptor, content);
  if (result && ::fchmod(descriptor, mode_for(old)) != 0) result = failure();
  if (::close(descriptor) != 0 && result) result = failure();
  if (result && ::rename(temporary.c_str(), path.c_str()) != 0) result = failure();
  return result ? result : without_temporary(std::move(result), temporary);
}

bool is_link(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

}  // namespace

Result write_descriptor(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return {};
    if (written < 0) return failure();
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result append_to_file(const std::string& path, std::string_view content) {
  return open_and_write(path, content, O_APPEND | O_CREAT);
}

Result write_file(const std::string& path, std::string_view content) {
  const InterruptsHeld held;
  // A link is written through, not replaced.
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr && errno != ENOENT) return failure();
  if (resolved == nullptr && is_link(path)) return open_and_write(path, content, O_CREAT);
  const std::string target = resolved != nullptr ? resolved : path;
  std::free(resolved);
  struct stat old = {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return failure();
  if (exists && !S_ISREG(old.st_mode)) return open_and_write(target, content, 0);
  // What has several names stays one file.
  if (exists && old.st_nlink > 1) return write_over(target, content);
  return replace(target, content, exists ? &old : nullptr);
}

Result rewrite_file(const std::string& path, std::string_view content) {
  // A new file in its place would get around that, and so would root.
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return failure();
  if ((status.st_mode & 0222) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    return std::unexpected("is read-only; it is left as it is");
  return write_file(path, content);
}

}  // namespace syncfree::sys
