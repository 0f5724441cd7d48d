#include "cli/output.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/signals.h"

namespace syncfree::cli {
namespace {

using Result = std::expected<void, std::string>;

Result failure() { return std::unexpected(std::string(std::strerror(errno))); }

Result write_in_place(const std::string& path, std::string_view content, int flags = 0) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return failure();
  Result result = write_descriptor(descriptor, content);
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
  if (exists && !S_ISREG(old.st_mode)) return write_in_place(target, content);
  std::string temporary = target + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return failure();
  Result result = write_temporary(descriptor, content, mode_for(exists ? &old : nullptr));
  if (result && ::rename(temporary.c_str(), target.c_str()) != 0) result = failure();
  if (!result) ::unlink(temporary.c_str());
  return result;
}

}  // namespace syncfree::cli
