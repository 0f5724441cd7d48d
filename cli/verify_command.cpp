// `syncfree-lint verify [options] -- PROGRAM…`.
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#include "analyzer/report/display_line.h"
#include "analyzer/report/summary.h"
#include "analyzer/system/write_file.h"
#include "cli/commands.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/verify/report.h"
#include "cli/verify/stage.h"
#include "cli/verify/verification.h"
#include "cli/version.h"
#include "driver/fixing.h"

namespace syncfree::cli {
namespace {

constexpr int kInterrupted = 130;  // as a shell has it

void say(const std::string& text) { static_cast<void>(sys::write_descriptor(STDERR_FILENO, text)); }

ExitStatus fail_with(const verify::Failure& failure) {
  if (!failure.last_words.empty()) say(failure.last_words + (failure.last_words.ends_with('\n') ? "" : "\n"));
  const ExitStatus failed = fail(failure.message);
  if (failure.is_interrupted) return static_cast<ExitStatus>(kInterrupted);
  return failure.is_of_program ? kFindings : failed;
}

std::expected<std::string, std::string> patch_of(const verify::Verification& verification) {
  std::string patch;
  for (const driver::ChangedFile& file : verification.changed) {
    const auto diff = driver::diff_of(file);
    if (!diff) return std::unexpected(file.before.path + ": " + diff.error());
    patch += *diff;
  }
  return patch;
}

/// To the file, or to the descriptor if there is none.
std::expected<void, std::string> put(const std::string& file, int descriptor, std::string_view text) {
  const auto written = file.empty() ? sys::write_descriptor(descriptor, text) : sys::write_file(file, text);
  if (!written) return std::unexpected((file.empty() ? "the report" : file) + ": " + written.error());
  return {};
}

/// The table first: it is read before the patch.
std::expected<void, std::string> deliver(const verify::Verification& verification, const VerifyArguments& arguments) {
  const auto patch = patch_of(verification);
  if (!patch) return std::unexpected(patch.error());
  if (arguments.format == VerifyFormat::kJson) {
    if (const auto done = put(arguments.output_file, STDOUT_FILENO, verify::json_of(verification, version(), *patch));
        !done)
      return done;
    return arguments.patch.empty() ? std::expected<void, std::string>{} : put(arguments.patch, STDOUT_FILENO, *patch);
  }
  const bool to_file = !arguments.output_file.empty();
  const Color color = to_file && arguments.color == Color::kAuto ? Color::kNever : arguments.color;
  const std::string table = verify::text_of(verification, wants_color(color, STDERR_FILENO));
  if (const auto done = put(arguments.output_file, STDERR_FILENO, table); !done) return done;
  return put(arguments.patch, STDOUT_FILENO, *patch);
}

std::expected<void, std::string> write_into_files(const verify::Verification& verification) {
  for (const driver::ChangedFile& file : verification.changed) {
    if (const auto written = driver::write_back(file); !written)
      return std::unexpected(file.before.path + ": " + written.error());
  }
  if (!verification.changed.empty())
    say("written into " + report::counted(verification.changed.size(), "file", "files") + "\n");
  return {};
}

}  // namespace

ExitStatus run_verify(const VerifyArguments& arguments) {
  const InterruptStops stops;
  const std::vector<std::string> paths = arguments.paths.empty() ? std::vector<std::string>{"."} : arguments.paths;
  auto settings = find_settings(arguments.config, arguments.isolated, std::span(&arguments.options, 1), paths);
  if (!settings) return fail(settings.error());
  auto stage =
      verify::Stage::set_up(arguments.observation, arguments.build, arguments.paths, std::move(settings->analysis));
  if (!stage) return fail(stage.error());
  verify::Request request{.least = arguments.unsafe_fixes ? fixes::Applicability::kUnsafe : fixes::Applicability::kSafe,
                          .tolerance = arguments.tolerance,
                          .needs_results = !arguments.without_results};
  if (!arguments.quiet) request.progress = [](const std::string& text) { say(report::printable(text) + "\n"); };
  const auto verification = verify::verify(*stage, request);
  if (!verification) return fail_with(verification.error());
  if (const auto delivered = deliver(*verification, arguments); !delivered) return fail(delivered.error());
  if (arguments.write) {
    if (const auto written = write_into_files(*verification); !written) return fail(written.error());
  }
  const bool spoilt =
      verification->count(verify::Fate::kChangesResults) + verification->count(verify::Fate::kFails) > 0;
  return spoilt ? kFindings : kNothingFound;
}

}  // namespace syncfree::cli
