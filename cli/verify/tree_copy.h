// A project beside the user's: its files as copies that may be changed, large ones and what is beside as links.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::verify {

struct CopyLimits {
  std::uint64_t most_of_a_file = 16 << 20;  ///< a larger one is linked
  std::uint64_t most_bytes = 1ULL << 31;
  std::size_t most_entries = 100'000;
  bool builds = false;  ///< the program is built in the copy: what CMake built elsewhere would build there again
};

class TreeCopy {
 public:
  /// Looks at what is below `root`, a folder by its real path. Files and folders of `wanted`, which lie in it, are
  /// copied; the rest is linked. The error is one line: there is too much of it, or it cannot be read.
  static std::expected<TreeCopy, std::string> plan(const std::filesystem::path& root,
                                                   std::span<const std::filesystem::path> wanted,
                                                   const CopyLimits& limits = {});

  const std::filesystem::path& root() const { return root_; }
  /// Would a change of this file (absolute and normal) reach the copy alone.
  bool has_copied(const std::filesystem::path& file) const;
  /// Has the copy something of its own there: a file or a folder.
  bool has_place(const std::filesystem::path& path) const;

  /// Makes `target`, or replaces it, with these bytes in place of those of files that are copied. The error is one
  /// line.
  std::expected<void, std::string> make(const std::filesystem::path& target,
                                        const std::map<std::filesystem::path, std::string>& changed) const;

 private:
  class Planner;
  std::filesystem::path root_;
  std::set<std::filesystem::path> folders_;  ///< relative to the root, as all are
  std::set<std::filesystem::path> files_;
  std::map<std::filesystem::path, std::filesystem::path> links_;  ///< and where they lead
};

/// `path` with the prefix `from`, a folder, replaced by `to`; as it is if it does not lie there.
std::string moved(const std::string& path, const std::filesystem::path& from, const std::filesystem::path& to);

/// Is it `folder`, or below it; both absolute and normal.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace syncfree::verify
