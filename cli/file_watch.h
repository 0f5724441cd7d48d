// Says when files below some folders change.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace syncfree::cli {

/// Of a file's path: whether its changes count.
using FileFilter = std::function<bool(const std::filesystem::path&)>;

class FileWatch {
 public:
  virtual ~FileWatch() = default;
  /// Returns when something has changed since the watch was made, or since it last returned, and then nothing for 0.1
  /// s. What happens in between two calls is not lost.
  virtual void wait() = 0;
  /// From now on these count too, wherever they lie and whether they are there, in place of the ones given before.
  virtual void also(std::vector<std::filesystem::path> files) = 0;
};

/// `folders` with all that is below them, now or later; without what lies in folders whose name begins with a dot. The
/// system tells of changes; where it cannot, the folders are looked at each second.
std::unique_ptr<FileWatch> watch_files(std::vector<std::filesystem::path> folders, FileFilter counts);

/// The same without the system's help.
std::unique_ptr<FileWatch> poll_files(std::vector<std::filesystem::path> folders, FileFilter counts);

}  // namespace syncfree::cli
