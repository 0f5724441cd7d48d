#include "cli/confirm/observed_sources.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "analyzer/system/path_text.h"
#include "driver/language.h"

namespace syncfree::confirm {

namespace fs = std::filesystem;

std::vector<std::string> sources_that_ran(const Recording& recording) {
  std::set<std::string> paths;
  for (const Process& process : recording.processes) {
    for (const auto& [path, lines] : process.lines) paths.insert(path);
    for (const CallSite& place : process.places) {
      for (const Frame& frame : place.frames) paths.insert(frame.file);
    }
  }
  const std::vector<std::string> extensions = driver::read_extensions();
  const fs::path here = fs::current_path();
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const bool readable = std::ranges::find(extensions, sys::path_text(fs::path(path).extension())) != extensions.end();
    if (!readable || is_installed(path) || !fs::is_regular_file(path, ignored)) continue;
    const fs::path relative = fs::path(path).lexically_relative(here);
    result.push_back(relative.empty() || sys::path_text(relative).starts_with("..") ? path : sys::path_text(relative));
  }
  return result;
}

driver::CheckResult analyze_sources(const std::vector<std::string>& paths, driver::Settings settings,
                                    const std::unordered_map<std::string, std::string>& changed) {
  settings.temperature = engine::Temperature::kCold;
  settings.confidence = engine::Confidence::kPossible;
  settings.project = false;  // what ran is all there is
  driver::CheckRequest request{.paths = paths, .settings = std::move(settings)};
  request.changed = changed;
  request.jobs = std::max(1U, std::thread::hardware_concurrency());
  driver::Progress silent;
  return driver::check(request, silent);
}

std::string nothing_seen(const Recording& recording) {
  if (recording.processes.empty()) return "the program did not use CUDA, so there was nothing to observe";
  for (const Process& process : recording.processes) {
    if (process.problem.empty()) return {};
  }
  const std::string& problem = recording.processes.front().problem;
  const bool taken = problem.starts_with("another profiler");
  return "the observer could not attach: " + problem +
         (taken ? "; run without that profiler, or give its recording to --trace" : "");
}

RunFigures figures_of(const Confirmation& confirmation) {
  std::ostringstream text;
  write_json(confirmation, text);
  return read_figures(text.str()).value_or(RunFigures{});
}

}  // namespace syncfree::confirm
