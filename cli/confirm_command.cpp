// `syncfree-lint confirm [options] -- PROGRAM…`.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include <unistd.h>

#include "analyzer/system/path_text.h"
#include "analyzer/system/write_file.h"
#include "cli/commands.h"
#include "cli/confirm/gate.h"
#include "cli/confirm/join.h"
#include "cli/confirm/observe.h"
#include "cli/confirm/observed_sources.h"
#include "cli/confirm/report.h"
#include "cli/confirm/trace.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "driver/check.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kTimedOut = 124;  // as the command `timeout` has it

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

std::expected<std::string, std::string> content_of(const std::string& path) {
  std::ifstream file(fs::path(path), std::ios::binary);
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
  bool fails_on_different = false;

  bool is_set() const { return fails_on_new || fails_on_different || budget.bounds_something(); }
};

std::expected<Gate, std::string> read_gate(const ConfirmArguments& arguments) {
  Gate gate{.fails_on_new = arguments.fail_on_new, .fails_on_different = arguments.fail_on_different};
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

struct Verdict {
  bool blocked = false;
  bool failed = false;  ///< by the gate
};

/// Joins, and writes the report: of a program to standard error, which leaves standard output to the program.
std::expected<Verdict, std::string> report(const confirm::Recording& recording, const ConfirmArguments& arguments,
                                           const Gate& gate, int descriptor, std::optional<int> exit_status) {
  const std::vector<std::string> paths =
      arguments.sources.empty() ? confirm::sources_that_ran(recording) : arguments.sources;
  auto settings = find_settings(arguments.config, arguments.isolated, std::span(&arguments.options, 1), paths);
  if (!settings) return std::unexpected(std::move(settings.error()));
  driver::CheckResult checked = confirm::analyze_sources(paths, settings->analysis);
  checked.report.version = version();
  const fs::path here = fs::current_path();
  std::vector<bool> wanted;
  for (const engine::Finding& finding : checked.report.findings) {
    const fs::path path = (here / checked.report.files[finding.file].path).lexically_normal();
    wanted.push_back(driver::is_wanted(finding, path, settings->analysis));
  }
  const confirm::Joined joined = confirm::join(recording, checked.report, wanted, sys::path_text(here));
  confirm::Confirmation confirmation{recording, checked.report, joined};
  confirmation.exit_status = exit_status;
  const confirm::RunFigures now = confirm::figures_of(confirmation);
  confirm::Comparison comparison;
  confirmation.failures = confirm::exceeded(gate.budget, now);
  if (gate.before) {
    comparison = confirm::compare(arguments.compare, *gate.before, now, arguments.tolerance);
    confirmation.comparison = &comparison;
    if (gate.fails_on_new)
      std::ranges::copy(confirm::new_places(comparison), std::back_inserter(confirmation.failures));
    if (gate.fails_on_different)
      std::ranges::copy(confirm::different_results(comparison), std::back_inserter(confirmation.failures));
  }
  const std::string text = render(confirmation, arguments, settings->output_format, descriptor);
  const auto written = arguments.output_file.empty() ? sys::write_descriptor(descriptor, text)
                                                     : sys::write_file(arguments.output_file, text);
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
  if (const std::string reason = confirm::nothing_seen(observed->recording); !reason.empty()) {
    const int failed = fail(reason);
    return status != 0 ? status : failed;
  }
  const auto reported = report(observed->recording, arguments, gate, STDERR_FILENO, status);
  if (reported) return status == 0 && reported->failed && !arguments.exit_zero ? kFindings : status;
  const int failed = fail(reported.error());
  return status != 0 ? status : failed;
}

int confirm_trace(const ConfirmArguments& arguments, const Gate& gate) {
  const auto recording = confirm::read_trace(arguments.trace);
  if (!recording) return fail(recording.error());
  const auto reported = report(*recording, arguments, gate, STDOUT_FILENO, std::nullopt);
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
