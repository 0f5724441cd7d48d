// For systems that do not tell of changed files in Linux's way.
#include "cli/file_watch.h"

#include <utility>

namespace syncfree::cli {

std::unique_ptr<FileWatch> watch_files(std::vector<std::filesystem::path> folders, FileFilter counts) {
  return poll_files(std::move(folders), std::move(counts));
}

}  // namespace syncfree::cli
