// Which lines differ from a commit: what `--diff-base` reports on.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::cli {

/// Lines from 1, both ends included.
struct LineSpan {
  std::uint32_t first = 1;
  std::uint32_t last = UINT32_MAX;
};

class ChangedLines {
 public:
  /// `file` is absolute and without links, as git names it.
  void add(const std::filesystem::path& file, LineSpan lines) { files_[file].push_back(lines); }
  bool contains_file(const std::filesystem::path& file) const { return files_.contains(file); }
  bool touch(const std::filesystem::path& file, LineSpan lines) const;

 private:
  std::map<std::filesystem::path, std::vector<LineSpan>> files_;
};

/// What the working tree of the repository around `folder` has that the common ancestor of `revision` and HEAD has not:
/// changed and new lines, committed or not, and whole files that git does not know yet and does not ignore. A renamed
/// file has only its changed lines. The error is one line.
std::expected<ChangedLines, std::string> changed_lines(const std::string& revision,
                                                       const std::filesystem::path& folder);

/// Reads `git diff --unified=0` with the prefixes a/ and b/; paths are relative to `top`.
ChangedLines read_diff(std::string_view diff, const std::filesystem::path& top);

}  // namespace syncfree::cli
