#include "analyzer/source/project_root.h"

#include <algorithm>
#include <system_error>

#include "analyzer/source/ignore_rules.h"

namespace syncfree::source {

namespace fs = std::filesystem;

fs::path project_root(const fs::path& folder) {
  if (const auto repository = find_repository_root(folder)) return *repository;
  fs::path outermost = folder;
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code ignored;
    if (fs::exists(at / "pyproject.toml", ignored) || fs::exists(at / "syncfree-lint.toml", ignored)) outermost = at;
    if (at == at.parent_path()) return outermost;
  }
}

bool leads_into(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path root = fs::weakly_canonical(folder, error);
  return !error && std::ranges::mismatch(root, real).in1 == root.end();
}

}  // namespace syncfree::source
