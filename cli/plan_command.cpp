// `syncfree-lint plan PATH…`.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "analyzer/plan/plan.h"
#include "analyzer/plan/write.h"
#include "analyzer/report/display_line.h"
#include "analyzer/system/path_text.h"
#include "analyzer/system/write_file.h"
#include "cli/commands.h"
#include "cli/plan_names.h"
#include "cli/problems.h"
#include "cli/progress_line.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "driver/check.h"
#include "frontends/clang/worker_process.h"
#include "rules/remedy_table.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

fs::path absolute(const std::string& path) {
  fs::path whole = (fs::current_path() / path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

/// By file of the report: is it named, or below a folder that is.
std::vector<bool> named_files(const engine::Report& report, const std::vector<std::string>& paths) {
  std::vector<fs::path> named;
  for (const std::string& path : paths) named.push_back(absolute(path));
  std::vector<bool> files;
  for (const engine::ReportedFile& file : report.files) {
    const fs::path path = absolute(file.path);
    files.push_back(std::ranges::any_of(named, [&](const fs::path& each) {
      return path == each || sys::path_text(path).starts_with(sys::path_text(each / ""));
    }));
  }
  return files;
}

bool names_folder(const std::vector<std::string>& paths) {
  return std::ranges::any_of(paths, [](const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
  });
}

std::expected<std::vector<plan::Start>, std::string> starts_of(const driver::CheckResult& checked,
                                                               const plan::Material& material,
                                                               const PlanArguments& arguments) {
  if (arguments.from.empty())
    return plan::starts_in(material, named_files(checked.report, arguments.paths), !names_folder(arguments.paths));
  std::vector<plan::Start> starts;
  const FunctionNames names(checked.report, checked.runs);
  for (const std::string& word : arguments.from) {
    const auto function = names.find(word);
    if (!function) return std::unexpected(function.error());
    starts.push_back({.function = *function});
  }
  return starts;
}

/// The waits that run seldom are part of a plan: it says that they may stay.
std::vector<Options> layers_of(const PlanArguments& arguments) {
  Options options = arguments.options;
  if (!options.temperature) options.temperature = engine::Temperature::kCold;
  return {std::move(options)};
}

std::expected<driver::CheckRequest, std::string> request_of(const PlanArguments& arguments) {
  driver::CheckRequest request{.paths = arguments.paths, .jobs = arguments.jobs};
  request.wants_runs = true;
  if (request.jobs == 0) request.jobs = std::max(1U, std::thread::hardware_concurrency());
  const std::vector<Options> layers = layers_of(arguments);
  auto settings = find_settings(arguments.config, arguments.isolated, layers, request.paths);
  if (!settings) return std::unexpected(std::move(settings.error()));
  request.settings = std::move(settings->analysis);
  if (!arguments.config && !arguments.isolated) request.folders = settings_source(layers);
  if (arguments.build) {
    if (!clang_frontend::worker_program())
      return std::unexpected("`-p` needs Clang, which this build was made without");
    auto build = clang_frontend::load_compilation_database(*arguments.build);
    if (!build) return std::unexpected(std::move(build.error()));
    request.build = std::move(*build);
  }
  return request;
}

/// Functions to start at where nothing is a step: those with the most waits; empty where there are none.
std::string functions_with_waits(const engine::Report& report, const PlanArguments& arguments) {
  constexpr std::size_t kMostNamed = 5;
  const std::vector<bool> named = named_files(report, arguments.paths);
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> counts;
  for (const engine::Finding& finding : report.findings) {
    if (!finding.suppressed && named[finding.file]) ++counts[{finding.file, finding.function}];
  }
  std::vector<std::pair<std::size_t, std::string>> words;
  for (const auto& [place, count] : counts) {
    const std::string function = place.second.empty() ? "'" + std::string(kTopLevel) + "'" : place.second;
    words.emplace_back(
        count, std::ranges::count(named, true) == 1 ? function : report.files[place.first].path + ":" + function);
  }
  std::ranges::stable_sort(words, std::greater{}, [](const auto& word) { return word.first; });
  std::string text;
  for (const auto& [count, word] : std::span(words).first(std::min(words.size(), kMostNamed)))
    text += (text.empty() ? " Waits stand in: " : ", ") + word + " (" + std::to_string(count) + ")";
  return text.empty() ? text : text + ".";
}

/// Where nothing waits, or nothing is a step.
std::string nothing_words(const engine::Report& report, const plan::Plan& made, const PlanArguments& arguments) {
  const std::string where = arguments.paths.size() == 1 ? arguments.paths.front() : "these paths";
  if (!arguments.from.empty()) return "Nothing that a call of it runs waits for the GPU, as far as can be seen.";
  if (made.without_waits > 0)
    return "Nothing waits for the GPU in the " + std::to_string(made.without_waits) +
           (made.without_waits == 1 ? " step" : " steps") + " of " + where + ", as far as can be seen.";
  return "No step found in " + where +
         ": no loop that trains, goes over a loader, decodes or denoises, and no function that runs in each step. "
         "`--from MODULE:FUNCTION` plans a call of a function." +
         functions_with_waits(report, arguments);
}

std::string render(const engine::Report& report, const plan::Plan& made, const PlanArguments& arguments) {
  const Color color =
      !arguments.output_file.empty() && arguments.color == Color::kAuto ? Color::kNever : arguments.color;
  const plan::Presentation how{.color = wants_color(color, STDOUT_FILENO), .paths = arguments.paths};
  std::ostringstream out;
  switch (arguments.format) {
    case PlanFormat::kText:
      if (made.steps.empty() && made.beside.empty())
        return report::printable(nothing_words(report, made, arguments)) + "\n";
      plan::write_text(report, made, how, out);
      break;
    case PlanFormat::kJson:
      plan::write_json(report, made, how, out);
      break;
    case PlanFormat::kHtml:
      plan::write_html(report, made, how, out);
      break;
  }
  return std::move(out).str();
}

}  // namespace

ExitStatus run_plan(const PlanArguments& given) {
  const InterruptStops stops;
  PlanArguments arguments = given;
  if (arguments.paths.empty()) arguments.paths.emplace_back(".");
  const auto request = request_of(arguments);
  if (!request) return fail(request.error());
  driver::CheckResult checked = [&] {
    driver::Progress progress;
    const ProgressLine line(progress, !arguments.quiet);
    return driver::check(*request, progress);
  }();
  if (!checked.fault.empty()) return fail(checked.fault);
  show_problems(checked.report.problems, arguments.quiet);
  if (checked.report.interrupted) return fail("interrupted: a plan of a part would mislead");
  checked.report.version = version();
  const plan::Material material{.report = checked.report,
                                .runs = checked.runs,
                                .advice = rules::advice_table(),
                                .remedies = rules::remedy_table()};
  const auto starts = starts_of(checked, material, arguments);
  if (!starts) return fail(starts.error());
  if (checked.named_path_missing && starts->empty()) return kFailure;
  plan::Plan made = plan::make_plan(material, *starts);
  if (!arguments.from.empty()) {
    made.beside = plan::steps_beside(material, *starts);
  } else {
    made.hot_elsewhere = plan::count_hot_elsewhere(material, made, named_files(checked.report, arguments.paths));
  }
  const std::string text = render(checked.report, made, arguments);
  const bool failed =
      checked.named_path_missing || std::ranges::any_of(checked.report.problems, &engine::Problem::fatal);
  const ExitStatus status = failed ? kFailure : kNothingFound;
  if (arguments.output_file.empty()) return print(text, status);
  const auto written = sys::write_file(arguments.output_file, text);
  return written ? status : fail(arguments.output_file + ": " + written.error());
}

}  // namespace syncfree::cli
