#include "tests/main/snapshot.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace syncfree::test {
namespace {

std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream expected_lines(expected), actual_lines(actual);
  std::string expected_line, actual_line;
  for (int number = 1;; ++number) {
    const bool has_expected = static_cast<bool>(std::getline(expected_lines, expected_line));
    const bool has_actual = static_cast<bool>(std::getline(actual_lines, actual_line));
    if (!has_expected && !has_actual) return "they differ in their line ends";
    if (has_expected && has_actual && expected_line == actual_line) continue;
    return "line " + std::to_string(number) + "\n  expected: " + (has_expected ? expected_line : "(end)") +
           "\n  actual:   " + (has_actual ? actual_line : "(end)");
  }
}

}  // namespace

testing::AssertionResult matches_snapshot(const std::string& path, const std::string& actual) {
  if (std::getenv("SYNCFREE_UPDATE_SNAPSHOTS") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    return testing::AssertionSuccess();
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return testing::AssertionFailure() << path << " cannot be read";
  std::ostringstream expected;
  expected << file.rdbuf();
  if (expected.str() == actual) return testing::AssertionSuccess();
  return testing::AssertionFailure() << path << ": " << first_difference(expected.str(), actual);
}

}  // namespace syncfree::test
