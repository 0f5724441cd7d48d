#include "driver/program_folder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/path_text.h"
#include "driver/test_files.h"
#include "driver/text_imports.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

namespace {

// In a folder of more files or folders, packages are installed, or data lies.
constexpr std::size_t kMostEntries = 500;
constexpr std::uint64_t kLargestScript = 1'000'000;

/// Scripts that are about a package, and not a program that uses it.
bool builds_packages(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"setup.py", "noxfile.py", "tasks.py", "versioneer.py",
                                                      "hubconf.py"};
  return std::ranges::find(kNames, name) != kNames.end();
}

struct Entries {
  std::vector<fs::path> scripts;
  std::vector<fs::path> folders;  ///< that are not hidden
};

Entries entries_of(const fs::path& folder) {
  Entries found;
  std::size_t count = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (++count > kMostEntries) return {};
    const std::string name = sys::path_text(entry->path().filename());
    if (entry->is_directory(error)) {
      if (!name.starts_with(".")) found.folders.push_back(entry->path());
    } else if (name.ends_with(".py") && !builds_packages(name) && !TestFiles::names_test(entry->path())) {
      found.scripts.push_back(entry->path());
    }
  }
  return found;
}

bool is_package(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "__init__.py", ignored);
}

std::string text_of(const CheckRequest& request, const fs::path& script) {
  const std::string path = sys::path_text(script);
  if (const auto unsaved = request.unsaved.find(path); unsaved != request.unsaved.end()) return unsaved->second;
  auto read = source::read_bytes(path, kLargestScript);
  return read ? std::move(read->bytes) : std::string();
}

/// What the scripts import, by the first part of its name.
std::vector<std::string> imported_by(const CheckRequest& request, const std::vector<fs::path>& scripts) {
  std::vector<std::string> names;
  for (const fs::path& script : scripts) {
    for (const TextImport& import : imports_in(text_of(request, script))) {
      if (import.level == 0) names.push_back(import.path.substr(0, import.path.find('.')));
    }
  }
  return names;
}

}  // namespace

bool is_part_of_program(const CheckRequest& request, const fs::path& root) {
  const fs::path around = root.parent_path();
  const Entries beside = entries_of(around);
  const std::string name = sys::path_text(root.filename());
  const auto is_imported_by = [&](const std::vector<fs::path>& scripts) {
    const std::vector<std::string> names = imported_by(request, scripts);
    return std::ranges::find(names, name) != names.end();
  };
  if (is_imported_by(beside.scripts)) return true;
  TestFiles tests;
  if (is_package(root)) {
    return std::ranges::any_of(beside.folders, [&](const fs::path& folder) {
      return folder != root && !is_package(folder) && !tests.contains_folder(folder) &&
             is_imported_by(entries_of(folder).scripts);
    });
  }
  if (tests.contains_folder(root)) return false;
  return std::ranges::any_of(imported_by(request, entries_of(root).scripts),
                             [&](const std::string& imported) { return is_package(around / imported); });
}

}  // namespace syncfree::driver
