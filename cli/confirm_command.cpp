// `syncfree-lint confirm [options] -- PROGRAM…`.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include <unistd.h>

#include "cli/commands.h"
#include "cli/confirm/gate.h"
#include "cli/confirm/join.h"
#include "cli/confirm/observe.h"
#include "cli/confirm/report.h"
#include "cli/confirm/trace.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "driver/check.h"
#include "driver/language.h"
#include "driver/write_file.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kTimedOut = 124;  // as the command `timeout` has it

/// The sources that ran, as far as they are the user's and are there; as a user would type them.
std::vector<std::string> sources_that_ran(const confirm::Recording& recording) {
  std::set<std::string> paths;
  for (const confirm::Process& process : recording.processes) {
    for (const auto& [path, lines] : process.lines) paths.insert(path);
    for (const confirm::Place& place : process.places) {
      for (const confirm::Frame& frame : place.frames) paths.insert(frame.file);
    }
  }
  const std::vector<std::string> extensions = driver::read_extensions();
  const fs::path here = fs::current_path();
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const bool readable = std::ranges::find(extensions, fs::path(path).extension().string()) != extensions.end();
    if (!readable || confirm::is_installed(path) || !fs::is_regular_file(path, ignored)) continue;
    const fs::path relative = fs::path(path).lexically_relative(here);
    result.push_back(relative.empty() || relative.native().starts_with("..") ? path : relative.string());
  }
  return result;
}

/// The findings of all levels: a stall at a cold or doubtful one has been found, too.
driver::CheckResult analyze(const std::vector<std::string>& paths, driver::Settings settings) {
  settings.temperature = engine::Temperature::kCold;
  settings.confidence = engine::Confidence::kPossible;
  settings.project = false;  // what ran is all there is
  driver::CheckRequest request{.paths = paths, .settings = std::move(settings)};
  request.jobs = std::max(1U, std::thread::hardware_concurrency());
  driver::Progress silent;
  driver::CheckResult result = driver::check(request, silent);
  result.report.version = version();
  return result;
}

std::string render(const confirm::Confirmation& confirmation, const ConfirmArguments& arguments, OutputFormat format,
                   int descriptor) {
  std::ostringstream out;
  switch (format) {
    case OutputFormat::kConcise:
      confirm::write_concise(confirmation, out);
      break;
    case OutputFormat::kJson:
      confirm::write_json(confirmation, out);
      break;
    case OutputFormat::kSarif:
      confirm::write_sarif(confirmation, out);
      break;
    case OutputFormat::kHtml:
      confirm::write_html(confirmation, out);
      break;
    default:
      const bool to_file = !arguments.output_file.empty();
      const Color color = to_file && arguments.color == Color::kAuto ? Color::kNever : arguments.color;
      confirm::write_text(confirmation, out, {.color = wants_color(color, descriptor), .summary = !arguments.quiet});
  }
  return std::move(out).str();
}

/// Why nothing was seen, or empty: a recording of which some process was observed.
std::string nothing_seen(const confirm::Recording& recording) {
  if (recording.processes.empty()) return "the program did not use CUDA, so there was nothing to observe";
  for (const confirm::Process& process : recording.processes) {
    if (process.problem.empty()) return {};
  }
  const std::string& problem = recording.processes.front().problem;
  const bool taken = problem.starts_with("another profiler");
  return "the observer could not attach: " + problem +
         (taken ? "; run without that profiler, or give what it records to --trace" : "");
}

std::expected<std::string, std::string> content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::unexpected(path + ": " + std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// What a run is held to, read before it takes its time.
struct Gate {
  std::optional<confirm::RunFigures> before;
  confirm::Budget budget;
  bool fails_on_new = false;

  bool is_set() const { return fails_on_new || budget.bounds_something(); }
};

std::expected<Gate, std::string> read_gate(const ConfirmArguments& arguments) {
  Gate gate{.fails_on_new = arguments.fail_on_new};
  if (!arguments.compare.empty()) {
    const auto text = content_of(arguments.compare);
    if (!text) return std::unexpected(text.error());
    auto before = confirm::read_figures(*text);
    if (!before) return std::unexpected(arguments.compare + ": " + before.error());
    gate.before = std::move(*before);
  }
  if (!arguments.budget.empty()) {
    const auto text = content_of(arguments.budget);
    if (!text) return std::unexpected(text.error());
    const auto budget = confirm::read_budget(*text);
    if (!budget) return std::unexpected(arguments.budget + ": " + budget.error());
    gate.budget = *budget;
  }
  if (arguments.max_waits) gate.budget.waits = arguments.max_waits;
  return gate;
}

/// The figures of a report are those of its JSON, by which later runs know them.
confirm::RunFigures figures_of(const confirm::Confirmation& confirmation) {
  std::ostringstream text;
  confirm::write_json(confirmation, text);
  return confirm::read_figures(text.str()).value_or(confirm::RunFigures{});
}

struct Verdict {
  bool blocked = false;
  bool failed = false;  ///< by the gate
};

/// Joins, and writes the report: of a program to standard error, which leaves standard output to the program.
std::expected<Verdict, std::string> report(const confirm::Recording& recording, const ConfirmArguments& arguments,
                                           const Gate& gate, int descriptor) {
  const std::vector<std::string> paths = arguments.sources.empty() ? sources_that_ran(recording) : arguments.sources;
  auto settings = find_settings(arguments.config, arguments.isolated, std::span(&arguments.options, 1), paths);
  if (!settings) return std::unexpected(std::move(settings.error()));
  const driver::CheckResult checked = analyze(paths, settings->analysis);
  const fs::path here = fs::current_path();
  std::vector<bool> wanted;
  for (const engine::Finding& finding : checked.report.findings) {
    const fs::path path = (here / checked.report.files[finding.file].path).lexically_normal();
    wanted.push_back(driver::is_wanted(finding, path, settings->analysis));
  }
  const confirm::Joined joined = confirm::join(recording, checked.report, wanted, here.string());
  confirm::Confirmation confirmation{recording, checked.report, joined};
  const confirm::RunFigures now = figures_of(confirmation);
  confirm::Comparison comparison;
  confirmation.failures = confirm::exceeded(gate.budget, now);
  if (gate.before) {
    comparison = confirm::compare(arguments.compare, *gate.before, now);
    confirmation.comparison = &comparison;
    if (gate.fails_on_new)
      std::ranges::copy(confirm::new_places(comparison), std::back_inserter(confirmation.failures));
  }
  const std::string text = render(confirmation, arguments, settings->output_format, descriptor);
  const auto written = arguments.output_file.empty() ? driver::write_descriptor(descriptor, text)
                                                     : driver::write_file(arguments.output_file, text);
  if (!written)
    return std::unexpected((arguments.output_file.empty() ? "the report" : arguments.output_file) + ": " +
                           written.error());
  return Verdict{.blocked = now.blocked > 0, .failed = !confirmation.failures.empty()};
}

int confirm_program(const ConfirmArguments& arguments, const Gate& gate) {
  const auto observed = confirm::observe(arguments.observation);
  if (!observed) return fail(observed.error());
  const int status = observed->end.timed_out ? kTimedOut : observed->end.status;
  if (observed->end.timed_out) {
    std::ostringstream limit;
    limit << *arguments.observation.limit_seconds;
    static_cast<void>(fail("the program did not end within " + limit.str() + " s"));
  }
  if (const std::string reason = nothing_seen(observed->recording); !reason.empty()) {
    const int failed = fail(reason);
    return status != 0 ? status : failed;
  }
  const auto reported = report(observed->recording, arguments, gate, STDERR_FILENO);
  if (reported) return status == 0 && reported->failed && !arguments.exit_zero ? kFindings : status;
  const int failed = fail(reported.error());
  return status != 0 ? status : failed;
}

int confirm_trace(const ConfirmArguments& arguments, const Gate& gate) {
  const auto recording = confirm::read_trace(arguments.trace);
  if (!recording) return fail(recording.error());
  const auto reported = report(*recording, arguments, gate, STDOUT_FILENO);
  if (!reported) return fail(reported.error());
  const bool failed = gate.is_set() ? reported->failed : reported->blocked;
  return failed && !arguments.exit_zero ? kFindings : kNothingFound;
}

}  // namespace

ExitStatus run_confirm(const ConfirmArguments& arguments) {
  const auto gate = read_gate(arguments);
  if (!gate) return fail(gate.error());
  return static_cast<ExitStatus>(arguments.trace.empty() ? confirm_program(arguments, *gate)
                                                         : confirm_trace(arguments, *gate));
}

}  // namespace syncfree::cli
