#include "driver/environment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/system/environment_variables.h"
#include "analyzer/system/path_text.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPathFiles = 200;           ///< `.pth` files in one folder
constexpr std::size_t kMostFolders = 200;             ///< of one environment
constexpr std::uint64_t kLargestPathFile = 64 << 10;  ///< bytes

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

template <class Take>
void for_each_line(std::string_view text, Take&& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// `3.11` of `3.11.2`; nothing for anything else.
std::optional<std::pair<int, int>> version_in(std::string_view text) {
  int major = 0;
  int minor = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, major);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  if (second.ec != std::errc()) return std::nullopt;
  return std::pair(major, minor);
}

/// What `pyvenv.cfg` says.
struct VirtualEnvironment {
  std::optional<std::pair<int, int>> version;
  fs::path home;  ///< the folder of the interpreter that made it
  bool sees_system = false;
};

VirtualEnvironment read_configuration(const fs::path& folder) {
  VirtualEnvironment found;
  const auto read = source::read_bytes(sys::path_text(folder / "pyvenv.cfg"), kLargestPathFile);
  if (!read) return found;
  for_each_line(read->bytes, [&](std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (key == "home") found.home = std::string(value);
    if (key == "version" || key == "version_info") found.version = version_in(value);
    if (key == "include-system-site-packages") found.sees_system = value == "true" || value == "True";
  });
  return found;
}

/// Collects folders in order, each once.
class Folders {
 public:
  void add(const fs::path& folder) {
    if (found_.size() >= kMostFolders || !folder.is_absolute() || !is_folder(folder)) return;
    fs::path normal = folder.lexically_normal();
    if (!normal.has_filename()) normal = normal.parent_path();
    if (seen_.insert(sys::path_text(normal)).second) found_.push_back(std::move(normal));
  }

  /// A folder of installed packages, and those that its `.pth` files name. Lines of these that Python would execute are
  /// passed over.
  void add_site(const fs::path& folder) {
    if (!is_folder(folder)) return;
    add(folder);
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      if (entry->path().extension() == ".pth") files.push_back(entry->path());
    }
    std::ranges::sort(files);
    if (files.size() > kMostPathFiles) files.resize(kMostPathFiles);
    for (const fs::path& file : files) {
      const auto read = source::read_bytes(sys::path_text(file), kLargestPathFile);
      if (!read || read->bytes.contains('\0')) continue;
      for_each_line(read->bytes, [&](std::string_view line) {
        if (line.empty() || line.starts_with('#') || line.starts_with("import ") || line.starts_with("import\t"))
          return;
        add(folder / line);
      });
    }
  }

  std::vector<fs::path> take() { return std::move(found_); }
  bool empty() const { return found_.empty(); }

 private:
  std::vector<fs::path> found_;
  std::set<std::string> seen_;
};

/// The `pythonX.Y` folder in `lib` of that version, else the newest.
std::optional<fs::path> library_folder(const fs::path& lib, std::optional<std::pair<int, int>> version) {
  std::map<std::pair<int, int>, fs::path> versions;
  std::error_code error;
  for (fs::directory_iterator entry(lib, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = sys::path_text(entry->path().filename());
    const std::size_t digit = name.find_first_of("0123456789");
    if (digit == std::string::npos || (!name.starts_with("python") && !name.starts_with("pypy"))) continue;
    const auto each = version_in(std::string_view(name).substr(digit));
    if (each && is_folder(entry->path())) versions.emplace(*each, entry->path());
  }
  if (version) {
    const auto same = versions.find(*version);
    if (same != versions.end()) return same->second;
  }
  return versions.empty() ? std::nullopt : std::optional(versions.rbegin()->second);
}

/// Of an installation or an environment in `prefix`.
void add_prefix(const fs::path& prefix, std::optional<std::pair<int, int>> version, Folders& folders) {
  for (const char* lib : {"lib", "lib64"}) {
    if (const auto python = library_folder(prefix / lib, version)) {
      folders.add_site(*python / "site-packages");
      folders.add_site(*python / "dist-packages");
    }
  }
  folders.add_site(prefix / "Lib" / "site-packages");  // of Windows
}

/// What an interpreter that is no environment's sees: its own packages, and those of Debian.
void add_system(const fs::path& prefix, std::optional<std::pair<int, int>> version, Folders& folders) {
  if (prefix == "/usr") add_prefix("/usr/local", version, folders);
  add_prefix(prefix, version, folders);
  folders.add_site(prefix / "lib" / "python3" / "dist-packages");
}

void add_environment(const fs::path& folder, std::optional<std::pair<int, int>> version, Folders& folders) {
  const VirtualEnvironment made = read_configuration(folder);
  if (made.version) version = made.version;
  add_prefix(folder, version, folders);
  if (made.sees_system && made.home.is_absolute()) add_system(made.home.parent_path(), version, folders);
}

/// `/opt/py/bin/python3.11`; the links that lead to it are followed only if it lies in no environment.
void add_interpreter(const fs::path& program, Folders& folders) {
  const auto version_of = [](const fs::path& path) {
    const std::string name = sys::path_text(path.filename());
    const std::size_t digit = name.find_first_of("0123456789");
    return digit == std::string::npos ? std::nullopt : version_in(std::string_view(name).substr(digit));
  };
  const fs::path prefix = program.parent_path().parent_path();
  if (is_file(prefix / "pyvenv.cfg")) return add_environment(prefix, version_of(program), folders);
  if (is_file(program.parent_path() / "pyvenv.cfg"))
    return add_environment(program.parent_path(), version_of(program), folders);
  std::error_code error;
  fs::path real = fs::canonical(program, error);
  if (error) real = program;
  add_system(real.parent_path().parent_path(), version_of(real), folders);
}

/// The nearest `.venv` around a folder, within its repository.
std::optional<fs::path> environment_around(fs::path folder) {
  for (; folder.has_relative_path(); folder = folder.parent_path()) {
    const fs::path candidate = folder / ".venv";
    if (is_file(candidate / "pyvenv.cfg")) return candidate;
    std::error_code ignored;
    if (fs::exists(folder / ".git", ignored)) break;
  }
  return std::nullopt;
}

/// The folders of the environment that is active, or lies beside the code. One that is gone, or in which there are no
/// packages, is passed over: variables outlive what they name.
void add_active(const EnvironmentSettings& settings, const fs::path& folder, Folders& folders) {
  const auto add = [&](const fs::path& environment) {
    Folders found;
    if (environment.is_absolute() && is_folder(environment)) add_environment(environment, std::nullopt, found);
    const bool is_one = !found.empty();
    for (const fs::path& each : found.take()) folders.add(each);
    return is_one;
  };
  if (add(settings.virtual_env)) return;
  if (!settings.is_conda_base && add(settings.conda_prefix)) return;
  if (const auto around = environment_around(folder); around && add(*around)) return;
  add(settings.conda_prefix);
}

}  // namespace

Environment find_environment(const EnvironmentSettings& settings, const fs::path& folder) {
  if (!settings.is_read) return {};
  Folders folders;
  std::string_view paths = settings.python_path;
  while (!paths.empty()) {
    const std::size_t end = std::min(paths.find(sys::kPathSeparator), paths.size());
    folders.add(fs::path(paths.substr(0, end)));
    paths.remove_prefix(std::min(end + 1, paths.size()));
  }
  if (settings.named.empty()) {
    add_active(settings, folder, folders);
    return {.folders = folders.take(), .fault = {}};
  }
  Folders named;
  if (is_folder(settings.named)) add_environment(settings.named, std::nullopt, named);
  if (is_file(settings.named)) add_interpreter(settings.named, named);
  if (named.empty()) {
    return {.folders = {},
            .fault = sys::path_text(settings.named) + ": no Python environment: there is no folder of packages in it"};
  }
  for (const fs::path& each : named.take()) folders.add(each);
  return {.folders = folders.take(), .fault = {}};
}

}  // namespace syncfree::driver
