#include "driver/write_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "driver/signals_held.h"

namespace syncfree::driver {
namespace {

using Result = std::expected<void, std::string>;

Result failure() { return std::unexpected(std::string(std::strerror(errno))); }

Result write_in_place(const std::string& path, std::string_view content, int flags = 0) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return failure();
  Result result = write_descriptor(descriptor, content);
  struct stat status = {};
  const bool shrinks = (flags & O_APPEND) == 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (result && shrinks && ::ftruncate(descriptor, static_cast<off_t>(content.size())) != 0) result = failure();
  if (::close(descriptor) != 0 && result) result = failure();
  return result;
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
#else
  static_cast<void>(old);
#endif
  return true;
}

Result write_temporary(int descriptor, std::string_view content, mode_t mode) {
  Result result = write_descriptor(descriptor, content);
  if (result && ::fchmod(descriptor, mode) != 0) result = failure();
  if (::close(descriptor) != 0 && result) result = failure();
  return result;
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
  return write_in_place(path, content, O_APPEND | O_CREAT);
}

Result write_file(const std::string& path, std::string_view content) {
  const SignalsHeld held;
  // A link is written through, not replaced.
  char* resolved = ::realpath(path.c_str(), nullptr);
  const std::string target = resolved != nullptr ? resolved : path;
  std::free(resolved);
  struct stat old = {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  // What has several names stays one file.
  if (exists && (!S_ISREG(old.st_mode) || old.st_nlink > 1)) return write_in_place(target, content);
  std::string temporary = target + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return failure();
  if (exists && !take_over(descriptor, target, old)) {
    ::close(descriptor);
    ::unlink(temporary.c_str());
    return write_in_place(target, content);
  }
  Result result = write_temporary(descriptor, content, mode_for(exists ? &old : nullptr));
  if (result && ::rename(temporary.c_str(), target.c_str()) != 0) result = failure();
  if (!result) ::unlink(temporary.c_str());
  return result;
}

Result rewrite_file(const std::string& path, std::string_view content) {
  // A new file in its place would get around that, and so would root.
  struct stat status = {};
  const bool nobody_may = ::stat(path.c_str(), &status) == 0 && (status.st_mode & 0222) == 0;
  if (nobody_may || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    return std::unexpected("is read-only; it is left as it is");
  return write_file(path, content);
}

}  // namespace syncfree::driver
