#include "driver/unit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/source/file_bytes.h"
#include "analyzer/source/file_discovery.h"
#include "analyzer/source/project_root.h"
#include "analyzer/system/files.h"
#include "analyzer/system/path_text.h"
#include "driver/language.h"
#include "driver/normal_path.h"
#include "driver/program_folder.h"
#include "driver/settings.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

namespace {

// A script may lie anywhere, in a home folder too: only a small folder is taken for its project.
constexpr source::SearchLimits kAroundScripts = {.files = 2'000, .entries = 20'000};
constexpr source::SearchLimits kInPackages = {.files = kMostProjectFiles, .entries = 1'000'000};

bool names_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// What a file belongs to.
enum class HomeKind : std::uint8_t {
  kNamed,    ///< only to what was named with it
  kPackage,  ///< to the package in `root`
  kFolder,   ///< to the scripts in `root`
};

struct Home {
  HomeKind kind = HomeKind::kNamed;
  fs::path root;
  friend bool operator<(const Home& a, const Home& b) {
    return std::pair(a.kind, sys::path_text(a.root)) < std::pair(b.kind, sys::path_text(b.root));
  }
};

class Homes {
 public:
  explicit Homes(const CheckRequest& request) : request_(request), working_directory_(fs::current_path()) {
    if (request.text) return;
    for (const std::string& path : request.paths) {
      const fs::path folder = absolute(path);
      if (names_folder(folder) && !package_around(folder.parent_path())) {
        whole_.push_back(folder);
        beginnings_.push_back(sys::path_text(folder / ""));
      }
    }
  }

  fs::path absolute(const std::string& path) const {
    fs::path result = normal_path(working_directory_, path);
    return result.has_filename() ? result : result.parent_path();
  }

  Home home_of(const std::string& path) {
    if (!request_.settings.project || is_cxx(path)) return {};
    const fs::path file = absolute(path);
    const auto lies_below = [&](const std::string& beginning) { return sys::path_text(file).starts_with(beginning); };
    if (std::ranges::any_of(beginnings_, lies_below)) return {};
    const fs::path folder = file.parent_path();
    if (auto package = package_around(folder)) return {HomeKind::kPackage, std::move(*package)};
    return {HomeKind::kFolder, folder};
  }

  /// In the order of the command line, for the names of modules.
  std::vector<std::string> named_roots(const std::vector<std::string>& files) const {
    if (request_.text || whole_.empty()) return request_.text ? std::vector{request_.text->path} : request_.paths;
    std::vector<std::string> roots;
    for (const std::string& path : request_.paths) {
      const bool is_whole = std::ranges::find(whole_, absolute(path)) != whole_.end();
      if (is_whole || std::ranges::find(files, path) != files.end()) roots.push_back(path);
    }
    return roots;
  }

 private:
  /// The outermost package that holds a folder, or is it. A repository inside of another's package is no part of it.
  std::optional<fs::path> package_around(const fs::path& folder) {
    if (const auto known = packages_.find(sys::path_text(folder)); known != packages_.end()) return known->second;
    std::optional<fs::path> package;
    if (folder.has_relative_path()) {
      if (!is_there(folder / ".git")) package = package_around(folder.parent_path());
      if (!package && is_there(folder / "__init__.py")) package = folder;
    }
    packages_.emplace(sys::path_text(folder), package);
    return package;
  }

  const CheckRequest& request_;
  fs::path working_directory_;
  std::vector<fs::path> whole_;          ///< named folders that stand for themselves
  std::vector<std::string> beginnings_;  ///< of the paths of what is in them
  std::map<std::string, std::optional<fs::path>> packages_;
};

/// As discover_files names it.
std::string display_path(const fs::path& path) {
  const std::string relative = sys::path_text(path.lexically_relative(fs::current_path()));
  return relative.empty() || relative == ".." || relative.starts_with("../") ? sys::path_text(path) : relative;
}

/// Files alone, without their project.
bool fits(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    if (const auto stamp = source::stamp_of(file)) bytes += stamp->size;
  }
  return files.size() <= kMostProjectFiles && bytes <= kMostProjectBytes;
}

class Planner {
 public:
  explicit Planner(const CheckRequest& request) : request_(request), homes_(request), programs_(request) {}

  Units run(const std::vector<std::string>& found) {
    std::map<Home, std::vector<std::string>> by_home;
    for (const std::string& path : found) by_home[program_of(homes_.home_of(path))].push_back(path);
    for (auto& [home, files] : by_home) add(home, files);
    return std::move(units_);
  }

 private:
  /// What scripts import is one program with them, if the folder that holds both is small.
  Home program_of(Home home) {
    if (home.kind == HomeKind::kNamed) return home;
    const auto [known, is_new] = program_of_.try_emplace(sys::path_text(home.root), home);
    if (!is_new) return known->second;
    const fs::path folder = home.root.parent_path();
    if (!home.root.has_relative_path() || is_there(home.root / ".git")) return home;
    if (programs_.is_part(home.root) && may_be_read(folder))
      return program_of_[sys::path_text(home.root)] = program_of({HomeKind::kFolder, folder});
    return home;
  }

  /// It holds no more than is read around scripts.
  bool may_be_read(const fs::path& folder) {
    CheckRequest own = request_of_unit();
    own.paths = {display_path(folder)};
    return take_settings(own) && files_around(folder, own).has_value();
  }

  CheckRequest request_of_unit() const {
    CheckRequest own;
    own.text = request_.text;
    ask_as(request_, own);
    own.wants_runs = request_.wants_runs;
    own.files_state = request_.files_state;
    own.goal = request_.goal;
    own.settings = request_.settings;
    own.folders = request_.folders;
    for (const auto& [path, text] : request_.changed) own.changed.emplace(path, text);
    return own;
  }

  void add(const Home& home, const std::vector<std::string>& files) {
    Unit unit;
    unit.request = request_of_unit();
    CheckRequest& own = unit.request;
    std::vector<std::string> read = files;
    if (home.kind == HomeKind::kNamed) {
      own.paths = homes_.named_roots(files);
    } else {
      own.paths = {display_path(home.root)};
      if (!take_settings(own)) return;
      take_siblings(home, own, read);
    }
    take_files(files, std::move(read), unit);
    units_.units.push_back(std::move(unit));
  }

  /// Those that hold for the unit as a whole, whichever of its files is named.
  bool take_settings(CheckRequest& own) {
    if (!request_.folders) return true;
    auto settings = request_.folders->around(own.paths);
    if (!settings) {
      units_.fault = std::move(settings.error());
      return false;
    }
    own.settings = std::move(*settings);
    const std::string fault = find_environment(own.settings.environment, fs::current_path()).fault;
    if (!fault.empty() && units_.fault.empty()) units_.fault = fault;
    return fault.empty();
  }

  void take_siblings(const Home& home, const CheckRequest& own, std::vector<std::string>& read) {
    const bool is_package = home.kind == HomeKind::kPackage;
    std::optional<std::vector<std::string>> siblings =
        is_package ? find(around(own), kInPackages) : files_around(home.root, own);
    if (!siblings && !is_package) {
      CheckRequest search = around(own);
      search.paths = files_in(home.root);
      siblings = find(search, kAroundScripts);
    }
    if (siblings) {
      read.insert(read.end(), std::make_move_iterator(siblings->begin()), std::make_move_iterator(siblings->end()));
    } else if (is_package) {
      units_.problems.push_back({.path = own.paths.front(),
                                 .message = "has more than " + std::to_string(kMostProjectFiles) + " files or " +
                                            std::to_string(kMostProjectBytes / 1'000'000) +
                                            " MB; the named files are read without the rest of it"});
    }
  }

  /// The request that finds what lies in the paths of `own`.
  static CheckRequest around(const CheckRequest& own) {
    CheckRequest search = own;
    search.text.reset();
    search.settings.force_exclude = false;  // what is excluded inside of it stays out all the same
    return search;
  }

  /// Nothing if there are too many for scripts.
  const std::optional<std::vector<std::string>>& files_around(const fs::path& folder, const CheckRequest& own) {
    const auto [known, is_new] = around_.try_emplace(sys::path_text(folder));
    if (is_new) known->second = find(around(own), kAroundScripts);
    return known->second;
  }

  /// Nothing if there are too many.
  std::optional<std::vector<std::string>> find(const CheckRequest& search, const source::SearchLimits& limits) {
    FileSettings settings = settings_of_files(search);
    FoundFiles found = find_files(search, settings, limits);
    if (!found.fault.empty() && units_.fault.empty()) units_.fault = std::move(found.fault);
    if (found.cut_short || !fits(found.paths)) return std::nullopt;
    return std::move(found.paths);
  }

  static std::vector<std::string> files_in(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      const std::string name = sys::path_text(entry->path().filename());
      if (!name.ends_with(".py") && !name.ends_with(".ipynb")) continue;
      const bool is_link = sys::is_link(*entry);
      if (is_link && !source::leads_into(entry->path(), source::project_root(folder))) continue;
      files.push_back(display_path(entry->path()));
    }
    return files;
  }

  /// `reported` files keep the name that they were given; of `read`, each file is taken once.
  void take_files(const std::vector<std::string>& reported, std::vector<std::string> read, Unit& unit) const {
    std::set<std::string> seen;
    const std::set<std::string> named(request_.paths.begin(), request_.paths.end());
    for (std::size_t i = 0; i < read.size(); ++i) {
      fs::path absolute = homes_.absolute(read[i]);
      if (!seen.insert(sys::path_text(absolute)).second) continue;
      const bool is_reported = i < reported.size();
      const bool is_named = is_reported && named.contains(read[i]);
      unit.files.push_back({std::move(read[i]), std::move(absolute), is_reported, is_named});
    }
    std::ranges::sort(unit.files, {},
                      [](const UnitFile& file) -> decltype(auto) { return sys::path_text(file.absolute); });
  }

  const CheckRequest& request_;
  Homes homes_;
  Units units_;
  ProgramFolders programs_;
  std::map<std::string, Home> program_of_;                                 ///< by the root of what belongs to them
  std::map<std::string, std::optional<std::vector<std::string>>> around_;  ///< by folder
};

}  // namespace

const std::string* given_bytes(const CheckRequest& request, const UnitFile& file) {
  if (request.text && request.text->path == file.path) return &request.text->bytes;
  if (request.unsaved.empty()) return nullptr;
  const auto found = request.unsaved.find(sys::path_text(file.absolute));
  return found == request.unsaved.end() ? nullptr : &found->second;
}

void ask_as(const CheckRequest& request, CheckRequest& own) {
  own.unsaved = request.unsaved;
  own.described = request.described;
  own.jobs = request.jobs;
  own.most_work = request.most_work;
  own.is_kept = request.is_kept;
  own.memory = request.memory;
}

Units units_of(const CheckRequest& request, const FoundFiles& found) { return Planner(request).run(found.paths); }

}  // namespace syncfree::driver
