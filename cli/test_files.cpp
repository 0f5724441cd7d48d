#include "cli/test_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

namespace syncfree::cli {
namespace {

constexpr std::array<std::string_view, 11> kFolders = {"test",      "tests",      "unittests", "test_utils",
                                                       "example",   "examples",   "tutorial",  "tutorials",
                                                       "benchmark", "benchmarks", "demos"};

}  // namespace

bool TestFiles::contains(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  if (stem == "conftest" || stem.starts_with("test_") || stem.ends_with("_test")) return true;
  return is_in_tests(file.parent_path());
}

bool TestFiles::is_in_tests(const std::filesystem::path& folder) {
  if (!folder.has_relative_path()) return false;
  const auto [entry, is_new] = folders_.emplace(folder, false);
  if (!is_new) return entry->second;
  std::error_code ignored;
  const bool is_repository = std::filesystem::exists(folder / ".git", ignored);
  bool& is_in = entry->second;
  is_in = !is_repository && (std::ranges::find(kFolders, folder.filename().native()) != kFolders.end() ||
                             is_in_tests(folder.parent_path()));
  return is_in;
}

}  // namespace syncfree::cli
