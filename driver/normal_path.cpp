#include "driver/normal_path.h"

#include <string_view>

#include "analyzer/system/path_text.h"

namespace syncfree::driver {

namespace {

/// Names, one behind the other.
bool holds_names(std::string_view path) {
  while (true) {
    const std::size_t end = path.find('/');
    const std::string_view name = path.substr(0, end);
    if (name.empty() || name == "." || name == "..") return false;
    if (end == std::string_view::npos) return true;
    path.remove_prefix(end + 1);
  }
}

}  // namespace

bool is_normal(const std::string& path) {
  return sys::kPathsAreTexts && path.starts_with('/') && holds_names(std::string_view(path).substr(1));
}

std::filesystem::path normal_path(const std::filesystem::path& base, const std::string& path) {
  if (is_normal(path)) return path;
  if (sys::kPathsAreTexts && holds_names(path)) return base / path;
  return (base / path).lexically_normal();
}

}  // namespace syncfree::driver
