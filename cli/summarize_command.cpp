// `syncfree-lint summarize PACKAGE`.
#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "analyzer/summary/summary_json.h"
#include "analyzer/system/write_file.h"
#include "cli/commands.h"
#include "cli/progress_line.h"
#include "driver/environment.h"
#include "driver/library_summaries.h"
#include "driver/summarize.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

/// A folder, or a package of the environment.
std::expected<fs::path, std::string> folder_of(const SummarizeArguments& arguments) {
  std::error_code ignored;
  if (fs::exists(arguments.package, ignored)) return fs::path(arguments.package);
  driver::EnvironmentSettings settings{.is_read = true};
  if (arguments.python) settings.named = (fs::current_path() / *arguments.python).lexically_normal();
  const driver::Environment environment = driver::find_environment(settings, fs::current_path());
  if (!environment.fault.empty()) return std::unexpected(environment.fault);
  for (const fs::path& folder : environment.folders) {
    if (fs::is_directory(folder / arguments.package, ignored)) return folder / arguments.package;
  }
  return std::unexpected(arguments.package + ": no such folder, and no package of that name in the environment");
}

}  // namespace

ExitStatus run_summarize(const SummarizeArguments& arguments) {
  const auto folder = folder_of(arguments);
  if (!folder) return fail(folder.error());
  const std::vector<fs::path> files(arguments.with.begin(), arguments.with.end());
  const auto others = driver::load_summaries(files);
  if (!others) return fail(others.error());
  driver::SummaryRequest request{.folder = *folder, .others = {}, .jobs = arguments.jobs};
  if (request.jobs == 0) request.jobs = std::max(1U, std::thread::hardware_concurrency());
  for (const driver::NamedSummary& other : *others) request.others.push_back(other.rows);
  driver::Progress progress;
  const auto made = [&] {
    const ProgressLine line(progress, !arguments.quiet);
    return driver::summarize_package(request, progress);
  }();
  if (!made) return fail(made.error());
  std::vector<std::string> warnings;
  for (const engine::Problem& problem : made->problems) warnings.push_back(problem.message);
  if (!arguments.quiet) warn(warnings);
  const std::string text = summary::to_json(made->summary);
  if (arguments.output_file.empty()) return print(text, kNothingFound);
  if (const auto written = sys::write_file(arguments.output_file, text); !written)
    return fail(arguments.output_file + ": " + written.error());
  return kNothingFound;
}

}  // namespace syncfree::cli
