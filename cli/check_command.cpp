// `syncfree-lint [check] PATH…`.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "analyzer/report/display_line.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wording.h"
#include "analyzer/system/files.h"
#include "analyzer/system/write_file.h"
#include "cli/add_noqa.h"
#include "cli/commands.h"
#include "cli/fix_summary.h"
#include "cli/git_changes.h"
#include "cli/github_step.h"
#include "cli/goal_targets.h"
#include "cli/problems.h"
#include "cli/progress_line.h"
#include "cli/render.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "cli/version.h"
#include "driver/baseline.h"
#include "driver/cache_folder.h"
#include "driver/check.h"
#include "driver/file_names.h"
#include "driver/fixing.h"
#include "driver/found_files.h"
#include "driver/goal_report.h"
#include "frontends/clang/worker_process.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStandardInput = "-";
constexpr std::string_view kUnnamedInput = "stdin.py";

std::expected<std::string, std::string> read_standard_input() {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const auto count = sys::read_some(STDIN_FILENO, buffer, sizeof buffer);
    if (!count) return std::unexpected("standard input: " + std::string(std::strerror(count.error())));
    if (*count == 0) return bytes;
    bytes.append(buffer, *count);
    // One byte more than any file may have: what is too large is refused as a file is.
    if (bytes.size() > source::kDefaultSizeLimit) return bytes;
  }
}

/// What is to be analysed, without the settings.
std::expected<driver::CheckRequest, std::string> read_request(const CheckArguments& arguments) {
  driver::CheckRequest request{.paths = arguments.paths, .jobs = arguments.jobs};
  if (request.jobs == 0) request.jobs = std::max(1U, std::thread::hardware_concurrency());
  if (request.paths.empty()) request.paths.emplace_back(arguments.stdin_filename ? kStandardInput : ".");
  if (std::ranges::find(request.paths, kStandardInput) == request.paths.end()) {
    if (arguments.stdin_filename)
      return std::unexpected("`--stdin-filename` is for standard input, given as the only path `-`");
    return request;
  }
  if (request.paths.size() > 1) return std::unexpected("`-` for standard input must be the only path");
  auto bytes = read_standard_input();
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  request.text = driver::SourceText{arguments.stdin_filename.value_or(std::string(kUnnamedInput)), std::move(*bytes)};
  request.paths = {request.text->path};
  return request;
}

/// What a run leaves out: what a baseline knows, and lines that have not changed.
std::expected<void, std::string> read_limits(const CheckArguments& arguments, driver::CheckRequest& request) {
  if (arguments.baseline && arguments.write_baseline) {
    return std::unexpected("`--baseline` and `--write-baseline` do not go together: a new baseline holds all findings");
  }
  if (arguments.add_noqa && (request.text || arguments.write_baseline)) {
    return std::unexpected(request.text ? "`--add-noqa` changes files; standard input is none"
                                        : "`--add-noqa` and `--write-baseline` do not go together: use one");
  }
  if (arguments.baseline) {
    auto baseline = driver::read_baseline(*arguments.baseline);
    if (!baseline) return std::unexpected(std::move(baseline.error()));
    request.baseline = std::move(*baseline);
  }
  if (arguments.diff_base) {
    if (request.text) return std::unexpected("`--diff-base` compares files; standard input is none");
    auto changes = changed_lines(*arguments.diff_base, driver::common_folder(request.paths, fs::current_path()));
    if (!changes) return std::unexpected(std::move(changes.error()));
    request.changes = std::move(*changes);
  }
  return {};
}

void show_stale(std::span<const engine::BaselineEntry> stale, const std::string& baseline) {
  static constexpr std::size_t kMostShown = 10;
  if (stale.empty()) return;
  std::string text = "warning: " + baseline + ": " + report::counted(stale.size(), "entry is", "entries are") +
                     " stale; --write-baseline renews the file\n";
  for (const engine::BaselineEntry& entry : stale.first(std::min(stale.size(), kMostShown))) {
    text += "  " + report::printable(entry.path) + ": " + report::printable(entry.code) + " `" +
            report::printable(entry.text) + "`" +
            (entry.function.empty() ? "" : " in " + report::printable(entry.function)) + "\n";
  }
  if (stale.size() > kMostShown) text += "  and " + std::to_string(stale.size() - kMostShown) + " more\n";
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
}

ExitStatus write_baseline(const engine::Report& report, const CheckArguments& arguments) {
  const std::string& path = *arguments.write_baseline;
  const auto written = sys::write_file(path, driver::baseline_text(report, path));
  if (!written) return fail(path + ": " + written.error());
  if (!arguments.quiet) {
    const std::size_t count = report::summarize(report).findings;
    const std::string text = report::counted(count, "finding", "findings") + " written to " + path + "\n";
    static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
  }
  const bool whole = !std::ranges::any_of(report.problems, &engine::Problem::fatal);
  return whole || arguments.exit_zero ? kNothingFound : kFailure;
}

/// Code that Python would refuse is no clean code, whatever else is found in it; nor is what was not looked at.
bool is_no_clean_code(const engine::Problem& problem) { return problem.kind == engine::ProblemKind::kUnread; }

ExitStatus status_of(const driver::CheckResult& result, const CheckArguments& arguments, engine::Severity fail_on) {
  if (result.named_path_missing) return kFailure;
  if (arguments.exit_zero) return kNothingFound;
  if (std::ranges::any_of(result.report.problems, &engine::Problem::fatal)) return kFailure;
  const bool found = std::ranges::any_of(result.report.findings, [&](const engine::Finding& finding) {
    return !finding.suppressed && finding.severity >= fail_on;
  });
  return found || std::ranges::any_of(result.report.problems, is_no_clean_code) ? kFindings : kNothingFound;
}

bool wants_fixes(const CheckArguments& arguments) { return arguments.fix || arguments.fix_only || arguments.diff; }

fixes::Applicability least_applicable(const CheckArguments& arguments) {
  return arguments.unsafe_fixes ? fixes::Applicability::kUnsafe : fixes::Applicability::kSafe;
}

ExitStatus failure_or(const driver::CheckResult& result, ExitStatus status) {
  const bool failed = result.named_path_missing || std::ranges::any_of(result.report.problems, &engine::Problem::fatal);
  return failed ? kFailure : status;
}

/// What is not written is a problem of the run, and the file keeps what it has.
void refuse(driver::CheckResult& result, const driver::ChangedFile& file, std::string message) {
  result.report.problems.push_back({.path = file.before.path, .message = std::move(message), .fatal = true});
}

/// The changed text on standard output, in its own encoding.
std::expected<void, std::string> print_source(const driver::ChangedFile& file) {
  const auto bytes = driver::bytes_of(file);
  if (!bytes) return std::unexpected(bytes.error());
  return sys::write_descriptor(STDOUT_FILENO, *bytes);
}

/// Into the files; what came on standard input goes to standard output, changed or not. False: something is not
/// written.
bool deliver(driver::FixResult& fixed, const CheckArguments& arguments, bool standard_input) {
  if (standard_input && fixed.changed.empty() && !fixed.check.files.empty()) {
    fixed.changed.push_back({*fixed.check.files.front().source, fixed.check.files.front().source->text, {}});
  }
  std::vector<driver::ChangedFile> done;
  const std::size_t wanted = fixed.changed.size();
  for (driver::ChangedFile& file : fixed.changed) {
    const auto written = standard_input ? print_source(file) : driver::write_back(file);
    if (!written) {
      refuse(fixed.check, file, written.error());
    } else {
      done.push_back(std::move(file));
    }
  }
  const bool is_all = done.size() == wanted;
  if (arguments.quiet && !arguments.show_fixes) return is_all;
  static_cast<void>(sys::write_descriptor(
      STDERR_FILENO, fix_summary(done, fixed.check.report, least_applicable(arguments), arguments.show_fixes)));
  return is_all;
}

/// What is in the files that kept what they had, with the problems of writing.
driver::CheckResult checked_as_written(const driver::CheckRequest& request, driver::CheckResult fixed) {
  driver::Progress progress;
  driver::CheckResult now = driver::check(request, progress);
  now.report.problems = std::move(fixed.report.problems);
  return now;
}

/// Statistics are written as text where only a configuration asks for a format that cannot hold them.
OutputFormat main_format(const CheckArguments& arguments, const Settings& settings) {
  const std::vector<Options> layers = command_line_layers(arguments);
  const bool is_asked = std::ranges::any_of(layers, [](const Options& each) { return each.output_format.has_value(); });
  const bool fits = !arguments.statistics || holds_statistics(settings.output_format);
  return fits || is_asked ? settings.output_format : OutputFormat::kText;
}

/// What is written: the report of standard output or --output-file, unless there are only others, and those.
std::vector<ReportFile> reports_of(const CheckArguments& arguments, const Settings& settings) {
  std::vector<ReportFile> reports = arguments.report_files;
  if (!arguments.only_files) reports.push_back({main_format(arguments, settings), arguments.output_file});
  return reports;
}

/// Files before standard output, whose reader may have gone away.
ExitStatus write_reports(driver::CheckResult& result, const CheckArguments& arguments, const Settings& settings,
                         std::span<const ReportFile> reports) {
  const ExitStatus status = status_of(result, arguments, settings.fail_on);
  for (const ReportFile& report : reports) {
    result.report.order = order_of(settings.sort, report.format);
    const std::string text = render(result.report, arguments, report);
    if (report.format == OutputFormat::kGithub && !arguments.statistics) {
      if (const auto written = write_step_summary(result.report); !written) return fail(written.error());
    }
    if (report.file.empty()) return print(text, status);
    const auto written = sys::write_file(report.file, text);
    if (!written) return fail(report.file + ": " + written.error());
  }
  return status;
}

ExitStatus show_diff(driver::FixResult fixed, const CheckArguments& arguments) {
  std::string text;
  for (const driver::ChangedFile& file : fixed.changed) {
    const auto diff = driver::diff_of(file);
    if (diff) {
      text += *diff;
    } else {
      refuse(fixed.check, file, diff.error());
    }
  }
  show_problems(fixed.check.report.problems, arguments.quiet);
  return print(text, failure_or(fixed.check, text.empty() || arguments.exit_zero ? kNothingFound : kFindings));
}

std::string nothing_there(std::span<const std::string> paths) {
  std::string text;
  for (const std::string& path : paths) text += (text.empty() ? "" : ", ") + path;
  return text + ": no Python, notebook, C++ or CUDA files there";
}

ExitStatus show_files(const driver::CheckRequest& request) {
  driver::FileSettings settings = driver::settings_of_files(request);
  const driver::FoundFiles found = driver::find_files(request, settings);
  if (!found.fault.empty()) return fail(found.fault);
  show_problems(found.problems, false);
  std::string text;
  for (const std::string& path : found.paths) text += path + "\n";
  const bool failed = std::ranges::any_of(found.problems, &engine::Problem::fatal);
  return print(text, failed ? kFailure : kNothingFound);
}

/// What a report about a goal has no place for.
std::optional<std::string> not_with_goal(const CheckArguments& arguments) {
  const std::array<std::pair<bool, std::string_view>, 10> others = {{
      {arguments.fix || arguments.fix_only, "--fix"},
      {arguments.diff, "--diff"},
      {arguments.add_noqa, "--add-noqa"},
      {arguments.baseline.has_value(), "--baseline"},
      {arguments.write_baseline.has_value(), "--write-baseline"},
      {arguments.diff_base.has_value(), "--diff-base"},
      {arguments.statistics, "--statistics"},
      {arguments.watch, "--watch"},
      {arguments.stdin_filename.has_value(), "--stdin-filename"},
      {std::ranges::find(arguments.paths, kStandardInput) != arguments.paths.end(), "-"},
  }};
  const auto given = std::ranges::find_if(others, [](const auto& other) { return other.first; });
  if (given == others.end()) return std::nullopt;
  return "`--goal` and `" + std::string(given->second) + "` do not go together";
}

/// `--goal`: of functions, what stops it.
ExitStatus run_goal(const CheckArguments& arguments, driver::CheckRequest request, const Settings& settings,
                    std::span<const ReportFile> reports) {
  const auto check = [&] {
    driver::Progress progress;
    const ProgressLine line(progress, !arguments.quiet);
    return driver::check(request, progress);
  };
  driver::CheckResult result = check();
  if (driver::follow_imports(request, result)) result = check();
  if (!result.fault.empty()) return fail(result.fault);
  show_problems(result.report.problems, arguments.quiet);
  if (result.report.interrupted) return fail("interrupted: an answer of a part would mislead");
  if (const auto made = driver::make_goal_report(*request.goal, result); !made) return fail(made.error());
  result.report.version = version();
  return write_reports(result, arguments, settings, reports);
}

}  // namespace

ExitStatus run_check(const CheckArguments& arguments, driver::Memory* memory) {
  const InterruptStops stops;
  if (arguments.goal) {
    if (const auto error = not_with_goal(arguments)) return fail(*error);
  }
  auto request = read_request(arguments);
  if (!request) return fail(request.error());
  auto settings = find_settings(arguments.config, arguments.isolated, command_line_layers(arguments), request->paths);
  if (!settings) return fail(settings.error());
  if (arguments.goal) {
    auto goal = take_targets(*arguments.goal, request->paths, settings->analysis.environment);
    if (!goal) return fail(goal.error());
    request->goal = std::move(*goal);
  }
  const std::vector<ReportFile> reports = reports_of(arguments, *settings);
  if (arguments.statistics &&
      !std::ranges::all_of(reports, [](const ReportFile& report) { return holds_statistics(report.format); })) {
    return fail("`--statistics` is for the formats text, concise and json");
  }
  if (arguments.show_settings) return print(settings_text(*settings, rules::rule_table()), kNothingFound);
  request->settings = settings->analysis;
  request->memory = memory;
  if (!arguments.config && !arguments.isolated) request->folders = settings_source(command_line_layers(arguments));
  if (!arguments.no_cache) request->cache = driver::cache_folder(arguments.cache_folder);
  if (arguments.show_files) return show_files(*request);
  if (arguments.build) {
    if (!clang_frontend::worker_program()) return fail("`-p` needs Clang, which this build was made without");
    auto build = clang_frontend::load_compilation_database(*arguments.build);
    if (!build) return fail(build.error());
    request->build = std::move(*build);
  }

  if (arguments.goal) return run_goal(arguments, std::move(*request), *settings, reports);
  if (const auto limits = read_limits(arguments, *request); !limits) return fail(limits.error());
  if (wants_fixes(arguments) && (arguments.add_noqa || arguments.write_baseline)) {
    return fail("fixes and `--add-noqa` or `--write-baseline` do not go together: fix first");
  }
  driver::CheckResult result;
  if (wants_fixes(arguments)) {
    driver::FixResult fixed = [&] {
      driver::Progress progress;
      const ProgressLine line(progress, !arguments.quiet);
      return driver::check_and_fix(*request, least_applicable(arguments), progress);
    }();
    if (!fixed.check.fault.empty()) return fail(fixed.check.fault);
    const bool standard_input = request->text.has_value();
    if (arguments.diff) return show_diff(std::move(fixed), arguments);
    const bool is_written = deliver(fixed, arguments, standard_input);
    // The fixed source is what standard output is for then.
    if (arguments.fix_only || standard_input) {
      show_problems(fixed.check.report.problems, arguments.quiet);
      return arguments.fix_only ? failure_or(fixed.check, kNothingFound)
                                : status_of(fixed.check, arguments, settings->fail_on);
    }
    result = is_written ? std::move(fixed.check) : checked_as_written(*request, std::move(fixed.check));
  } else {
    driver::Progress progress;
    const ProgressLine line(progress, !arguments.quiet);
    result = driver::check(*request, progress);
  }
  if (!result.fault.empty()) return fail(result.fault);
  show_problems(result.report.problems, arguments.quiet);
  if (result.files.empty() && result.report.problems.empty() && !arguments.quiet) {
    warn({{nothing_there(request->paths)}});
  }
  if (result.report.interrupted && (arguments.add_noqa || arguments.write_baseline)) {
    return fail("nothing is written: " + report::interrupted_words(*result.report.interrupted));
  }
  if (arguments.add_noqa) return add_noqa(result, arguments.quiet);
  if (arguments.write_baseline) return write_baseline(result.report, arguments);
  if (!arguments.quiet) show_stale(result.stale, arguments.baseline.value_or(""));
  result.report.version = version();
  return write_reports(result, arguments, *settings, reports);
}

}  // namespace syncfree::cli
