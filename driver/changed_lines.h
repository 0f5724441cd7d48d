// Lines that a report is limited to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace syncfree::driver {

/// Lines from 1, both ends included.
struct LineSpan {
  std::uint32_t first = 1;
  std::uint32_t last = UINT32_MAX;
};

class ChangedLines {
 public:
  /// `file` is absolute and without links.
  void add(const std::filesystem::path& file, LineSpan lines) { files_[file].push_back(lines); }
  bool contains_file(const std::filesystem::path& file) const { return files_.contains(file); }
  bool touch(const std::filesystem::path& file, LineSpan lines) const;

 private:
  std::map<std::filesystem::path, std::vector<LineSpan>> files_;
};

}  // namespace syncfree::driver
