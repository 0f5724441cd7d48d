// All folders and files below a folder that a watch looks at.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace syncfree::cli {

/// Version control, environments and caches: much changes there, and nothing that counts.
inline bool is_left_unwatched(const std::filesystem::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "__pycache__" || name == "node_modules";
}

/// Calls `on_folder` with each folder, `folder` itself included, and `on_file` with each entry that is none. What
/// cannot be read, or goes away meanwhile, is left out.
template <class OnFolder, class OnFile>
void walk_folders(const std::filesystem::path& folder, OnFolder&& on_folder, OnFile&& on_file) {
  namespace fs = std::filesystem;
  on_folder(folder);
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (!at->is_directory(ignored) || at->is_symlink(ignored)) {
      on_file(*at);
    } else if (is_left_unwatched(at->path())) {
      at.disable_recursion_pending();
    } else {
      on_folder(at->path());
    }
  }
}

}  // namespace syncfree::cli
