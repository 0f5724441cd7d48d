#include "tests/fixes/pairs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "rules/rule_table.h"

namespace syncfree::test {
namespace {

constexpr std::string_view kMark = "#### ";
constexpr std::string_view kArrow = "=> ";

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

void read_pairs(const std::filesystem::path& path, std::vector<Pair>& pairs) {
  const std::string content = read(path);
  std::string* part = nullptr;
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t end = std::min(content.find('\n', at), content.size() - 1) + 1;
    const std::string line = content.substr(at, end - at);
    at = end;
    if (!line.starts_with(kMark)) {
      if (part != nullptr) *part += line;
      continue;
    }
    const std::string head = line.substr(kMark.size(), line.find_last_not_of("\r\n") + 1 - kMark.size());
    if (!head.starts_with(kArrow)) {
      pairs.push_back({.file = path.filename().string(), .name = head, .before = {}, .after = {}});
      part = &pairs.back().before;
      continue;
    }
    const std::string kind = head.substr(kArrow.size());
    const bool known =
        kind == "safe" || kind == "unsafe" || kind == "suggestion" || kind == "nothing" || kind == "not shown";
    if (!known) throw std::runtime_error(path.string() + ": " + head);
    pairs.back().is_safe = kind == "safe";
    pairs.back().is_suggestion = kind == "suggestion";
    pairs.back().shows_nothing = kind == "not shown";
    part = &pairs.back().after;
    if (kind == "nothing" || kind == "not shown") *part = pairs.back().before;
  }
}

}  // namespace

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator("tests/fixes/pairs")) paths.push_back(entry.path());
  std::ranges::sort(paths);
  for (const std::filesystem::path& path : paths) read_pairs(path, pairs);
  return pairs;
}

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.file << ": " << pair.name; }

const engine::RuleInfo* rule_of(const Pair& pair) {
  std::string name = pair.file.substr(0, pair.file.find('.'));
  std::ranges::replace(name, '_', '-');
  const auto rule = std::ranges::find(rules::rule_table(), name, &engine::RuleInfo::name);
  return rule == rules::rule_table().end() ? nullptr : &*rule;
}

}  // namespace syncfree::test
