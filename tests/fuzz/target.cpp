#include "tests/fuzz/target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace syncfree::fuzz {

namespace fs = std::filesystem;

const Target* find_target(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}

void expect(bool holds, std::string_view message) {
  if (holds) return;
  std::fprintf(stderr, "error: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

std::vector<std::string> texts_below(std::string_view folder, std::span<const std::string_view> endings,
                                     std::size_t longest) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    const bool is_wanted = endings.empty() || std::ranges::find(endings, extension) != endings.end();
    if (entry.is_regular_file() && is_wanted && entry.file_size() <= longest) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

}  // namespace syncfree::fuzz
