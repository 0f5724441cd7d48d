#include "analyzer/source/source_file.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/source/encoding.h"

namespace syncfree::source {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string system_message(int error) { return std::generic_category().message(error); }

std::string unreadable(int error) { return "cannot be read: " + system_message(error); }

std::string too_large(std::uint64_t size, std::uint64_t limit) {
  return "is too large (" + std::to_string(size / 1'000'000) + " MB); files of " + std::to_string(limit / 1'000'000) +
         " MB and more are not read";
}

std::uint64_t effective_limit(std::uint64_t limit) {
  return std::min<std::uint64_t>(limit, std::numeric_limits<std::uint32_t>::max());
}

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

std::expected<SourceFile, std::string> make_notebook_file(const std::string& path, std::string bytes) {
  auto read = read_notebook(std::move(bytes));
  if (!read) return std::unexpected(std::move(read.error()));
  return SourceFile{.path = path,
                    .text = std::move(read->text),
                    .encoding = std::string(kNotebookEncoding),
                    .notebook = std::make_shared<Notebook>(std::move(read->notebook))};
}

}  // namespace

std::expected<SourceFile, std::string> load_source_file(const std::string& path, std::uint64_t size_limit) {
  // Without O_NONBLOCK the open itself would hang on a pipe that nobody writes to.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return std::unexpected(unreadable(errno));
  struct stat status{};
  if (fstat(file.get(), &status) != 0) return std::unexpected(unreadable(errno));
  if (!S_ISREG(status.st_mode)) return std::unexpected("is not a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size >= effective_limit(size_limit)) return std::unexpected(too_large(size, effective_limit(size_limit)));
  auto bytes = read_all(file.get(), size);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return make_source_file(path, std::move(*bytes), size_limit);
}

std::expected<SourceFile, std::string> make_source_file(const std::string& path, std::string bytes,
                                                        std::uint64_t size_limit) {
  if (bytes.size() >= effective_limit(size_limit)) {
    return std::unexpected(too_large(bytes.size(), effective_limit(size_limit)));
  }
  if (path.ends_with(".ipynb")) return make_notebook_file(path, std::move(bytes));
  auto decoded = decode_python_source(std::move(bytes));
  if (!decoded) return std::unexpected(std::move(decoded.error()));
  // Decoding can make a text longer, up to three times.
  if (decoded->text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return std::unexpected(too_large(decoded->text.size(), effective_limit(size_limit)));
  }
  return SourceFile{.path = path,
                    .text = std::move(decoded->text),
                    .encoding = std::move(decoded->encoding),
                    .has_byte_order_mark = decoded->has_byte_order_mark};
}

}  // namespace syncfree::source
