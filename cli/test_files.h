// Which Python files test, show or measure others, by the names of files and folders.
#pragma once

#include <filesystem>
#include <map>

namespace syncfree::cli {

/// `test_*.py`, `*_test.py` and `conftest.py`; everything in folders such as `tests`, `examples` and `benchmarks`. What
/// lies above the repository says nothing.
class TestFiles {
 public:
  /// `file` is absolute and normal.
  bool contains(const std::filesystem::path& file);

 private:
  bool is_in_tests(const std::filesystem::path& folder);
  std::map<std::filesystem::path, bool> folders_;
};

}  // namespace syncfree::cli
