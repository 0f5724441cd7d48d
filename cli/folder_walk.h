// All folders and files below a folder that a watch looks at.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"

namespace syncfree::cli {

/// Version control, environments and caches: much changes there, and nothing that counts.
inline bool is_left_unwatched(const std::filesystem::path& folder) {
  const std::string name = sys::path_text(folder.filename());
  return name.starts_with('.') || name == "__pycache__" || name == "node_modules";
}

/// Calls `on_folder` with each folder, `folder` itself included, and `on_file` with each entry that is none. What
/// cannot be read, or goes away meanwhile, is left out; the rest is not.
template <class OnFolder, class OnFile>
void walk_folders(const std::filesystem::path& folder, OnFolder&& on_folder, OnFile&& on_file) {
  namespace fs = std::filesystem;
  std::vector<fs::path> left = {folder};
  while (!left.empty()) {
    const fs::path current = std::move(left.back());
    left.pop_back();
    on_folder(current);
    std::error_code error;
    fs::directory_iterator at(current, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (!at->is_directory(ignored) || sys::is_link(*at)) {
        on_file(*at);
      } else if (!is_left_unwatched(at->path())) {
        left.push_back(at->path());
      }
    }
  }
}

}  // namespace syncfree::cli
