// Every C++ and CUDA fixture is found what it says, and nothing else; so are the samples, which only look like C++ and
// cannot be run on a GPU.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/frontends/cxx/expectations.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

std::vector<std::string> fixture_paths() {
  std::vector<std::string> paths;
  for (const char* folder : {"fixtures", "tests/frontends/cxx/samples"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".cu" || extension == ".cpp") paths.push_back(entry.path().string());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

TEST(CxxFixtures, AreFoundWhatTheySay) {
  const std::vector<std::string> paths = fixture_paths();
  ASSERT_GE(paths.size(), 10u);
  for (const std::string& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_EQ(actual_findings(path, text.str()), expected_findings(text.str())) << path;
    const bool bad = std::filesystem::path(path).stem().string().find("bad") != std::string::npos;
    EXPECT_EQ(!expected_findings(text.str()).empty(), bad) << path << ": a bad file expects findings, a good one none";
  }
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
