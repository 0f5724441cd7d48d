// Which files test, show or measure others, by the names of files and folders.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace syncfree::driver {

/// `test_*.py`, `*_test.py` and `conftest.py`; everything in folders such as `tests`, `examples` and `benchmarks`. What
/// lies above the repository says nothing.
class TestFiles {
 public:
  /// `file` is absolute and normal.
  bool contains(const std::filesystem::path& file) { return names_test(file) || contains_folder(file.parent_path()); }
  /// By its own name alone.
  static bool names_test(const std::filesystem::path& file);
  /// Whatever files of these names the folder holds.
  bool contains_folder(const std::filesystem::path& folder);
  bool contains_tests_folder(const std::filesystem::path& folder);
  /// Files of tests alone: no examples, no benchmarks. Folders count up to the root of the project; where none is seen,
  /// only the file's own.
  bool contains_test(const std::filesystem::path& file) {
    return names_test(file) || contains_tests_folder(file.parent_path());
  }
  /// Of C++: `test_x.cpp`, `x_test.cu`, `XTest.cc`, and what is in folders of tests; not examples and benchmarks.
  bool contains_cxx(const std::filesystem::path& file);
  /// Of C++: what is in folders of examples.
  bool shows_cxx(const std::filesystem::path& file);

 private:
  using Folders = std::unordered_map<std::string, bool>;  // by path
  static bool is_below(const std::filesystem::path& folder, std::span<const std::string_view> names, Folders& known);
  bool lies_among_tests(const std::filesystem::path& folder);
  bool is_root(const std::filesystem::path& folder);
  Folders folders_;
  Folders cxx_folders_;
  Folders more_cxx_folders_;
  Folders cxx_examples_;
  Folders folders_of_tests_;
  Folders roots_;  ///< of projects
};

}  // namespace syncfree::driver
