#include "driver/file_names.h"

#include <algorithm>
#include <system_error>

#include "analyzer/source/ignore_rules.h"
#include "analyzer/system/path_text.h"
#include "driver/normal_path.h"

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
  const fs::path absolute = normal_path(working_directory_, sys::path_text(path));
  const fs::path around = absolute.parent_path();
  const auto [entry, is_new] = folders_.try_emplace(sys::path_text(around));
  Folder& folder = entry->second;
  if (is_new) {
    folder.resolved = without_links(around);
    if (lies_in(folder.resolved, root_)) folder.uri = (folder.resolved / "").lexically_relative(root_).generic_string();
    if (folder.uri == ".") folder.uri = "";
  }
  if (folder.uri && absolute.has_filename()) return *folder.uri + absolute.filename().generic_string();
  const fs::path resolved = folder.resolved / absolute.filename();
  return lies_in(resolved, root_) ? resolved.lexically_relative(root_).generic_string() : resolved.generic_string();
}

}  // namespace syncfree::driver
