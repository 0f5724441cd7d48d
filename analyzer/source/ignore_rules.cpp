#include "analyzer/source/ignore_rules.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"

namespace syncfree::source {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargest = 16'000'000;  ///< bytes of a file of patterns; a larger one is passed over

bool is_repository_root(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / ".git", ignored);  // a file in a worktree or submodule
}

std::vector<PathPattern> read_patterns(const fs::path& file) {
  std::vector<PathPattern> patterns;
  const auto read = read_bytes(sys::path_text(file), kLargest);
  if (!read) return patterns;
  for (std::string_view rest = read->bytes; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (auto pattern = parse_path_pattern(line)) patterns.push_back(std::move(*pattern));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return patterns;
}

/// `path` relative to `folder`, which is one of its parents.
std::string_view relative_to(std::string_view path, std::string_view folder) {
  path.remove_prefix(folder.size());
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

}  // namespace

std::optional<fs::path> find_repository_root(const fs::path& path) {
  for (fs::path folder = path;; folder = folder.parent_path()) {
    if (is_repository_root(folder)) return folder;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

IgnoreRules IgnoreRules::at(const fs::path& folder) {
  const auto root = find_repository_root(folder);
  if (!root) return {};
  IgnoreRules rules = IgnoreRules().inside(*root);
  fs::path below = *root;
  for (const fs::path& component : folder.lexically_relative(*root)) {
    if (component == ".") continue;
    below /= component;
    rules = rules.inside(below);
  }
  return rules;
}

IgnoreRules IgnoreRules::inside(const fs::path& folder) const {
  IgnoreRules rules;
  if (is_repository_root(folder)) {
    rules.in_repository_ = true;
    rules.add_layer(folder, folder / ".git" / "info" / "exclude");
  } else if (in_repository_) {
    rules = *this;
  }
  // As git, which does not follow such a link either: it may lead anywhere.
  const fs::path own = folder / ".gitignore";
  if (rules.in_repository_ && !sys::is_link(own)) rules.add_layer(folder, own);
  return rules;
}

void IgnoreRules::add_layer(const fs::path& folder, const fs::path& file) {
  auto patterns = read_patterns(file);
  if (!patterns.empty()) layers_.push_back(std::make_shared<const Layer>(folder, std::move(patterns)));
}

bool IgnoreRules::ignores(const fs::path& path, bool is_folder) const {
  for (const auto& layer : layers_ | std::views::reverse) {
    const auto says =
        last_match(layer->patterns, relative_to(sys::path_text(path), sys::path_text(layer->folder)), is_folder);
    if (says) return *says;
  }
  return false;
}

}  // namespace syncfree::source
