#include "driver/file_names.h"

#include <algorithm>
#include <system_error>

#include "analyzer/source/ignore_rules.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

fs::path without_links(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : result;
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

fs::path shared_part(const fs::path& a, const fs::path& b) {
  fs::path shared;
  const auto end = std::ranges::mismatch(a, b).in1;
  for (auto part = a.begin(); part != end; ++part) shared /= *part;
  return shared;
}

}  // namespace

fs::path common_folder(std::span<const std::string> paths, const fs::path& working_directory) {
  fs::path common;
  for (const std::string& path : paths) {
    std::error_code ignored;
    fs::path folder = without_links(working_directory / path);
    if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
    common = common.empty() ? folder : shared_part(common, folder);
  }
  return common.empty() ? working_directory : common;
}

fs::path report_root(std::span<const std::string> paths, const fs::path& working_directory) {
  const fs::path common = common_folder(paths, working_directory);
  if (const auto repository = source::find_repository_root(common)) return *repository;
  const fs::path here = without_links(working_directory);
  return lies_in(common, here) ? here : common;
}

std::string UriNamer::uri_of(const fs::path& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  const auto [entry, is_new] = folders_.try_emplace(absolute.parent_path());
  if (is_new) entry->second = without_links(absolute.parent_path());
  const fs::path resolved = entry->second / absolute.filename();
  return lies_in(resolved, root_) ? resolved.lexically_relative(root_).generic_string() : resolved.generic_string();
}

}  // namespace syncfree::driver
