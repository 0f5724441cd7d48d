#include "driver/program_folder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"
#include "driver/normal_path.h"
#include "driver/text_imports.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

namespace {

// In a folder of more files or folders, packages are installed, or data lies.
constexpr std::size_t kMostEntries = 500;
constexpr std::size_t kMostScripts = 2'000;
constexpr std::uint64_t kLargestScript = 1'000'000;

/// Scripts that are about a package, and not a program that uses it.
bool builds_packages(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"setup.py", "noxfile.py", "tasks.py", "versioneer.py",
                                                      "hubconf.py"};
  return std::ranges::find(kNames, name) != kNames.end();
}

bool is_script(const fs::path& file) {
  const std::string name = sys::path_text(file.filename());
  return name.ends_with(".py") && !builds_packages(name) && !TestFiles::names_test(file);
}

bool is_package(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "__init__.py", ignored);
}

/// The file that standard input stands for; empty if there is none.
fs::path input_file(const CheckRequest& request) {
  return request.text ? normal_path(fs::current_path(), request.text->path) : fs::path();
}

}  // namespace

const ProgramFolders::Entries& ProgramFolders::entries_of(const fs::path& folder) {
  const auto [known, is_new] = entries_.try_emplace(sys::path_text(folder));
  if (!is_new) return known->second;
  Entries& found = known->second;
  const fs::path input = input_file(request_);
  if (input.parent_path() == folder && is_script(input)) found.scripts.push_back(input);
  std::size_t count = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (++count > kMostEntries) {
      found = {};
      break;
    }
    if (sys::is_link(*entry) || entry->path() == input) continue;
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      const bool is_hidden = sys::path_text(entry->path().filename()).starts_with(".");
      if (!is_hidden) found.folders.push_back(entry->path());
    } else if (is_script(entry->path())) {
      found.scripts.push_back(entry->path());
    }
  }
  return found;
}

std::string ProgramFolders::text_of(const fs::path& script) const {
  if (request_.text && script == input_file(request_)) return request_.text->bytes;
  auto read = source::read_bytes(sys::path_text(script), kLargestScript);
  return read ? std::move(read->bytes) : std::string();
}

const ProgramFolders::Names& ProgramFolders::imported_in(const fs::path& folder) {
  const auto [known, is_new] = imported_.try_emplace(sys::path_text(folder));
  if (!is_new) return known->second;
  for (const fs::path& script : entries_of(folder).scripts) {
    for (const TextImport& import : imports_in(text_of(script))) {
      if (import.level == 0) known->second.insert(import.path.substr(0, import.path.find('.')));
    }
  }
  return known->second;
}

bool ProgramFolders::is_part(const fs::path& root) {
  const fs::path around = root.parent_path();
  const std::string name = sys::path_text(root.filename());
  if (imported_in(around).contains(name)) return true;
  if (is_package(root)) {
    std::vector<fs::path> others;
    std::size_t scripts = 0;
    for (const fs::path& folder : entries_of(around).folders) {
      if (folder == root || is_package(folder) || tests_.contains_folder(folder)) continue;
      scripts += entries_of(folder).scripts.size();
      others.push_back(folder);
    }
    return scripts <= kMostScripts &&
           std::ranges::any_of(others, [&](const fs::path& folder) { return imported_in(folder).contains(name); });
  }
  if (tests_.contains_folder(root)) return false;
  return std::ranges::any_of(imported_in(root), [&](const std::string& one) { return is_package(around / one); });
}

}  // namespace syncfree::driver
