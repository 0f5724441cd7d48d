// How a report names files: for the user, and relative to the repository.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace syncfree::driver {

/// The absolute folder that a report's URIs are relative to: the repository that holds everything that was named, else
/// the working directory if it does, else the deepest folder that does. `paths` are as the user gave them.
std::filesystem::path report_root(std::span<const std::string> paths, const std::filesystem::path& working_directory);

/// The deepest folder that holds all of `paths` (a file's own folder), absolute and without links.
std::filesystem::path common_folder(std::span<const std::string> paths, const std::filesystem::path& working_directory);

/// Files relative to a root, '/'-separated; absolute where they lie elsewhere. Links among the folders on the way are
/// followed, so that a file has one name; the file itself may be a link.
class UriNamer {
 public:
  explicit UriNamer(std::filesystem::path root) : root_(std::move(root)) {}
  std::string uri_of(const std::filesystem::path& path);
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  struct Folder {
    std::filesystem::path resolved;  ///< without links
    std::optional<std::string> uri;  ///< of what is in it, before its name; nothing: it is not below the root
  };
  std::filesystem::path working_directory_ = std::filesystem::current_path();
  std::unordered_map<std::string, Folder> folders_;  ///< as named
};

}  // namespace syncfree::driver
