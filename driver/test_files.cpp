#include "driver/test_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "analyzer/system/path_text.h"

namespace syncfree::driver {
namespace {

constexpr std::array<std::string_view, 17> kFolders = {
    "test",       "tests",     "unittests",  "unit_test", "unit_tests", "test_utils", "testing",   "bench", "benchmark",
    "benchmarks", "perf_test", "perf_tests", "example",   "examples",   "tutorial",   "tutorials", "demos"};
constexpr std::size_t kOfTests = 7;       // of these, the first
constexpr std::size_t kOfMeasurings = 5;  // those behind them
// What shows in C++ how a library is used; in Python such names say less.
constexpr std::array<std::string_view, 6> kCxxExamples = {"example",   "examples", "tutorial",
                                                          "tutorials", "demos",    "samples"};
// The same of what tests and measures.
constexpr std::array<std::string_view, 8> kCxxTests = {"unittest", "Test",      "Tests",     "UnitTests",
                                                       "perftest", "perftests", "Benchmark", "Benchmarks"};
constexpr std::array<std::string_view, 5> kCxxEnds = {"_test", "_tests", "_unittest", "Test", "Tests"};

}  // namespace

bool TestFiles::names_test(const std::filesystem::path& file) {
  const std::string stem = sys::path_text(file.stem());
  return stem == "conftest" || stem.starts_with("test_") || stem.ends_with("_test");
}

bool TestFiles::contains_folder(const std::filesystem::path& folder) { return is_below(folder, kFolders, folders_); }

bool TestFiles::contains_tests_folder(const std::filesystem::path& folder) {
  const auto [entry, is_new] = folders_of_tests_.try_emplace(sys::path_text(folder), false);
  if (is_new) entry->second = lies_among_tests(folder);
  return entry->second;
}

bool TestFiles::lies_among_tests(const std::filesystem::path& folder) {
  const auto names = std::span(kFolders).first(kOfTests);
  const auto is_named = [&](const std::filesystem::path& one) {
    return std::ranges::find(names, sys::path_text(one.filename())) != names.end();
  };
  bool found = false;
  for (std::filesystem::path at = folder; at.has_relative_path(); at = at.parent_path()) {
    if (is_root(at)) return found;
    found |= is_named(at);
  }
  return is_named(folder);
}

/// Many folders lie in the same ones.
bool TestFiles::is_root(const std::filesystem::path& folder) {
  constexpr std::array<const char*, 4> kMarks = {".git", "pyproject.toml", "setup.py", "setup.cfg"};
  const auto [entry, is_new] = roots_.try_emplace(sys::path_text(folder), false);
  if (!is_new) return entry->second;
  std::error_code ignored;
  entry->second =
      std::ranges::any_of(kMarks, [&](const char* mark) { return std::filesystem::exists(folder / mark, ignored); });
  return entry->second;
}

bool TestFiles::contains_cxx(const std::filesystem::path& file) {
  const std::string stem = sys::path_text(file.stem());
  if (stem.starts_with("test_") ||
      std::ranges::any_of(kCxxEnds, [&](std::string_view end) { return stem.ends_with(end); }))
    return true;
  // What measures waits on purpose.
  return is_below(file.parent_path(), std::span(kFolders).first(kOfTests + kOfMeasurings), cxx_folders_) ||
         is_below(file.parent_path(), kCxxTests, more_cxx_folders_);
}

bool TestFiles::shows_cxx(const std::filesystem::path& file) {
  return is_below(file.parent_path(), kCxxExamples, cxx_examples_);
}

bool TestFiles::is_below(const std::filesystem::path& folder, std::span<const std::string_view> names, Folders& known) {
  if (!folder.has_relative_path()) return false;
  const auto [entry, is_new] = known.try_emplace(sys::path_text(folder), false);
  if (!is_new) return entry->second;
  std::error_code ignored;
  const bool is_repository = std::filesystem::exists(folder / ".git", ignored);
  bool& is_in = entry->second;
  is_in = !is_repository && (std::ranges::find(names, sys::path_text(folder.filename())) != names.end() ||
                             is_below(folder.parent_path(), names, known));
  return is_in;
}

}  // namespace syncfree::driver
