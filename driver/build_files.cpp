#include "driver/build_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/source/file_discovery.h"
#include "analyzer/source/ignore_rules.h"
#include "analyzer/system/path_text.h"
#include "driver/content_hash.h"
#include "driver/language.h"

namespace syncfree::driver {
namespace {

namespace fs = std::filesystem;

constexpr source::SearchLimits kMostEntries = {.files = 20'000, .entries = 100'000};
constexpr std::uint64_t kLargestBuildFile = 1'000'000;  ///< bytes of a file; a larger one holds data
constexpr std::uint64_t kMostBuildBytes = 64'000'000;   ///< of all

/// Whoever builds a project begins with one of them.
constexpr std::array<std::string_view, 17> kBuildFiles = {
    "CMakeLists.txt", "Makefile",     "makefile",    "GNUmakefile", "meson.build", "setup.py",
    "pyproject.toml", "BUILD",        "BUILD.bazel", "WORKSPACE",   "configure",   "configure.ac",
    "SConstruct",     "premake5.lua", "xmake.lua",   "build.sh",    "BUCK"};
/// And these hold parts of builds.
constexpr std::array<std::string_view, 35> kBuildEnds = {".cmake",       ".in",        ".mk",
                                                         ".mak",         ".make",      ".am",
                                                         ".ac",          ".m4",        ".bazel",
                                                         ".bzl",         ".gn",        ".gni",
                                                         ".gyp",         ".gypi",      ".py",
                                                         ".toml",        ".cfg",       ".sh",
                                                         ".bat",         ".cmd",       ".ps1",
                                                         ".yml",         ".yaml",      ".lua",
                                                         ".vcxproj",     ".props",     ".targets",
                                                         ".pro",         ".pri",       ".pl",
                                                         "SConscript",   "Dockerfile", "meson_options.txt",
                                                         "Presets.json", ".options"};
constexpr std::array<std::string_view, 3> kPages = {".md", ".rst", ".txt"};
/// Sources that are not analysed.
constexpr std::array<std::string_view, 6> kSources = {".c", ".m", ".mm", ".def", ".cl", ".tcc"};

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_build_file(std::string_view path) {
  return std::ranges::find(kBuildFiles, file_name(path)) != kBuildFiles.end() || path.ends_with(".vcxproj");
}

bool is_page(std::string_view path) {
  return !is_build_file(path) &&
         std::ranges::any_of(kPages, [&](std::string_view end) { return path.ends_with(end); }) &&
         !path.ends_with("meson_options.txt");
}

bool has_build_file(const fs::path& folder) {
  return std::ranges::any_of(kBuildFiles, [&](std::string_view name) {
    std::error_code ignored;
    return fs::is_regular_file(folder / name, ignored);
  });
}

/// A repository, else the outermost of the folders around that have build files, without a gap.
fs::path project_around(const fs::path& folder) {
  if (const auto repository = source::find_repository_root(folder)) return *repository;
  fs::path project = folder;
  bool is_in = false;
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
    const bool has = has_build_file(at);
    if (is_in && !has) break;
    is_in |= has;
    if (has) project = at;
  }
  return project;
}

std::vector<std::string> wanted_names() {
  std::vector<std::string> names = cxx_extensions();
  const auto add = [&](std::span<const std::string_view> more) { names.insert(names.end(), more.begin(), more.end()); };
  for (const std::string_view name : kBuildFiles) names.push_back("/" + std::string(name));
  add(kBuildEnds);
  add(kPages);
  add(kSources);
  return names;
}

bool is_of_macro(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

/// Finds the macros in texts.
class MacroSearch {
 public:
  explicit MacroSearch(std::span<const std::string_view> macros) {
    for (const std::string_view macro : macros) {
      exact_.insert(macro);
      // Builds make the names of options: `foreach(part …) add_definitions(-DWITH_${part})`, `string(TOUPPER …)`.
      if (macro.contains('_')) upper_[upper(macro)].push_back(macro);
    }
  }

  void read_page(std::string_view text) {
    for_each_word(text, [&](std::size_t begin, std::size_t end) { take(text.substr(begin, end - begin)); });
  }

  /// `builds`: it compiles by itself, so what it searches for may be sources.
  void read_build_file(std::string_view text, bool has_comments, bool builds) {
    builds_ = builds;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (has_comments && !line.starts_with("#cmakedefine")) line = line.substr(0, line.find('#'));
      if (builds && (line.contains("*.") || line.contains("%:"))) take(kSearch);
      for_each_word(line, [&](std::size_t begin, std::size_t end) {
        if (line[begin] == 'D' && begin > 0 && (line[begin - 1] == '-' || line[begin - 1] == '/')) ++begin;
        if (begin < end) take_of_build(line, begin, end);
      });
    }
  }

  /// What it defines.
  void read_source(std::string_view text) {
    constexpr std::string_view kDefine = "define";
    for (std::size_t at = text.find(kDefine); at != std::string_view::npos; at = text.find(kDefine, at + 1)) {
      const std::size_t hash = at == 0 ? std::string_view::npos : text.find_last_not_of(" \t", at - 1);
      if (hash == std::string_view::npos || text[hash] != '#') continue;
      const std::size_t before = hash == 0 ? std::string_view::npos : text.find_last_not_of(" \t", hash - 1);
      if (before != std::string_view::npos && text[before] != '\n') continue;
      const std::size_t begin = text.find_first_not_of(" \t", at + kDefine.size());
      std::size_t end = begin;
      while (end < text.size() && is_of_macro(text[end])) ++end;
      if (begin < end) take(text.substr(begin, end - begin));
    }
  }

  std::unordered_set<std::string_view> found() && {
    for (const auto& [name, macros] : upper_) {
      bool is_made = false;
      for (std::size_t i = 0; i < name.size() && !is_made; ++i) {
        if (name[i] == '_') is_made = begins_.contains(name.substr(0, i + 1)) || ends_.contains(name.substr(i));
      }
      if (is_made) found_.insert(macros.begin(), macros.end());
    }
    return std::move(found_);
  }

 private:
  template <class Take>
  static void for_each_word(std::string_view text, Take&& take) {
    for (std::size_t begin = 0; begin < text.size();) {
      if (!is_of_macro(text[begin])) {
        ++begin;
        continue;
      }
      std::size_t end = begin;
      while (end < text.size() && is_of_macro(text[end])) ++end;
      take(begin, end);
      begin = end;
    }
  }

  static constexpr std::string_view kSearch = "*";  ///< it looks for sources

  void take(std::string_view word) {
    if (const auto known = exact_.find(word); known != exact_.end()) found_.insert(*known);
  }

  /// `if(WITH_${part})`, `set(WITH_${part} ON)`: a variable of the build, which gives it to no compiler.
  static bool only_asks(std::string_view line) {
    constexpr std::array<std::string_view, 6> kWords = {"IF", "ELSEIF", "MESSAGE", "SET", "UNSET", "WHILE"};
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t open = line.find('(');
    if (open == std::string_view::npos || line.contains("-D")) return false;
    std::string word = upper(line.substr(0, open));
    word.resize(word.find_last_not_of(' ') + 1);
    return std::ranges::find(kWords, word) != kWords.end();
  }

  void take_of_build(std::string_view line, std::size_t begin, std::size_t end) {
    constexpr std::array<std::string_view, 7> kSearches = {
        "GLOB", "GLOB_RECURSE", "aux_source_directory", "glob", "find", "wildcard", "foreach"};
    const std::string_view word = line.substr(begin, end - begin);
    take(word);
    if (builds_ && std::ranges::find(kSearches, word) != kSearches.end()) take(kSearch);
    if (!word.contains('_') || word.size() < 3) return;
    const std::string name = upper(word);
    if (const auto known = upper_.find(name); known != upper_.end())
      found_.insert(known->second.begin(), known->second.end());
    const bool is_variable = begin > 1 && line.substr(begin - 2, 2) == "${";  // `${WITH_${part}_ROOT}`
    if (is_variable || only_asks(line)) return;
    if (name.ends_with('_')) begins_.insert(name);
    if (name.starts_with('_') && begin > 0 && (line[begin - 1] == '}' || line[begin - 1] == '@')) ends_.insert(name);
  }

  bool builds_ = false;  ///< the file in reading
  std::unordered_set<std::string_view> exact_;
  std::map<std::string, std::vector<std::string_view>> upper_;
  std::set<std::string> begins_;
  std::set<std::string> ends_;
  std::unordered_set<std::string_view> found_;
};

bool has_comments(std::string_view path) {
  const std::string_view name = file_name(path);
  constexpr std::array<std::string_view, 5> kEnds = {"CMakeLists.txt", ".cmake", "akefile", ".mk", ".am"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return name.ends_with(end); });
}

bool is_source(const std::string& path) {
  static const std::vector<std::string> extensions = cxx_extensions();
  const auto ends = [&](std::string_view end) { return path.ends_with(end); };
  return std::ranges::any_of(extensions, ends) || std::ranges::any_of(kSources, ends);
}

}  // namespace

std::optional<std::vector<std::string>> build_files_of(const Unit& unit) {
  const bool has_cxx = std::ranges::any_of(unit.files, [](const UnitFile& file) { return is_cxx(file.path); });
  if (!has_cxx || unit.request.text || !unit.request.settings.project) return std::nullopt;
  std::set<std::string> roots;
  for (const std::string& path : unit.request.paths) {
    fs::path named = (fs::current_path() / path).lexically_normal();
    std::error_code ignored;
    if (!named.has_filename() || !fs::is_directory(named, ignored)) named = named.parent_path();
    roots.insert(sys::path_text(project_around(named)));
  }
  const source::DiscoveryOptions options{
      .extensions = wanted_names(),
      .excludes = {},
      .exclude_root = {},
      .more_excludes = {},
      .respect_gitignore = unit.request.settings.respect_gitignore,
      .limits = kMostEntries,
  };
  const std::vector<std::string> searched(roots.begin(), roots.end());
  const source::Discovery found = source::discover_files(searched, options);
  if (found.cut_short) return std::nullopt;
  std::set<std::string> own;
  for (const UnitFile& file : unit.files) {
    if (is_cxx(file.path)) own.insert(sys::path_text(file.absolute));
  }
  std::vector<std::string> files;
  bool is_built = false;
  for (const std::string& path : found.files) {
    std::string absolute = sys::path_text((fs::current_path() / path).lexically_normal());
    if (own.contains(absolute)) continue;
    is_built |= is_build_file(absolute);
    files.push_back(std::move(absolute));
  }
  std::ranges::sort(files);
  return is_built ? std::optional(std::move(files)) : std::nullopt;
}

std::optional<std::unordered_set<std::string_view>> named_macros(std::span<const std::string> files,
                                                                 std::span<const std::string_view> macros,
                                                                 std::map<std::string, LibraryContent>& reads) {
  MacroSearch search(macros);
  std::uint64_t bytes = 0;
  for (const std::string& path : files) {
    const auto stamp = source::stamp_of(path);
    if (!stamp) continue;
    const auto read =
        stamp->size <= kLargestBuildFile ? source::read_bytes(path, kLargestBuildFile) : std::unexpected(std::string());
    reads[path] = {.stamp = *stamp, .hash = read ? content_hash(read->bytes) : 0};
    if (!read) continue;
    bytes += read->bytes.size();
    if (bytes > kMostBuildBytes) return std::nullopt;
    if (is_page(path)) {
      search.read_page(read->bytes);
    } else if (is_source(path)) {
      search.read_source(read->bytes);
    } else {
      search.read_build_file(read->bytes, has_comments(path), !path.ends_with(".py") || is_build_file(path));
    }
  }
  return std::move(search).found();
}

}  // namespace syncfree::driver
