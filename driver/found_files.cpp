#include "driver/found_files.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/source/file_discovery.h"
#include "analyzer/system/path_text.h"
#include "driver/file_names.h"
#include "driver/language.h"
#include "driver/normal_path.h"

namespace syncfree::driver {

namespace fs = std::filesystem;

namespace {

/// Leaves out what the configurations nearest to the files exclude. A file that is named itself stays, unless excludes
/// are forced on it.
void leave_out(const CheckRequest& request, FileSettings& settings, std::vector<std::string>& paths) {
  const fs::path working_directory = fs::current_path();
  // Most files lie in the folder of the one before them.
  std::string folder;
  const Settings* own = nullptr;
  std::erase_if(paths, [&](const std::string& path) {
    const fs::path file = normal_path(working_directory, path);
    const std::string& text = sys::path_text(file);
    const std::string_view around = std::string_view(text).substr(0, text.rfind('/'));
    if (own == nullptr || around != folder) {
      own = &settings.of(file);
      folder = around;
    }
    if (own == &request.settings || !is_excluded(file, *own)) return false;
    return request.settings.force_exclude || std::ranges::find(request.paths, path) == request.paths.end();
  });
}

}  // namespace

bool is_missing(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::not_found;
}

FileSettings settings_of_files(const CheckRequest& request) {
  if (!request.folders) return {request.settings, {}, {}};
  return {request.settings, common_folder(request.paths, fs::current_path()), *request.folders};
}

FoundFiles find_files(const CheckRequest& request, FileSettings& settings, const source::SearchLimits& limits) {
  const Settings& run = request.settings;
  const source::DiscoveryOptions options{.extensions = read_extensions(),
                                         .excludes = run.exclude,
                                         .exclude_root = sys::path_text(run.exclude_root),
                                         .more_excludes = run.extend_exclude,
                                         .respect_gitignore = run.respect_gitignore,
                                         .force_exclude = run.force_exclude,
                                         .limits = limits};
  FoundFiles found;
  if (request.text) {
    // An editor sends what it has of a file; whether that is excluded, the file itself decides.
    const std::vector<std::string> path = {request.text->path};
    const bool excluded =
        run.force_exclude && !is_missing(path[0]) && source::discover_files(path, options).files.empty();
    if (!excluded) found.paths = path;
    return found;
  }
  source::Discovery discovery = source::discover_files(request.paths, options);
  found.paths = std::move(discovery.files);
  found.cut_short = discovery.cut_short;
  for (source::DiscoveryProblem& problem : discovery.problems) {
    found.problems.push_back(
        {.path = std::move(problem.path), .message = std::move(problem.message), .fatal = problem.fatal});
  }
  leave_out(request, settings, found.paths);
  found.fault = settings.fault();
  return found;
}

}  // namespace syncfree::driver
