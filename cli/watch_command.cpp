// `syncfree-lint --watch PATH…`: the check again whenever a file changes.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/system/environment_variables.h"
#include "analyzer/system/terminal.h"
#include "analyzer/system/write_file.h"
#include "cli/commands.h"
#include "cli/file_watch.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "cli/watched_files.h"
#include "driver/memory.h"

namespace syncfree::cli {
namespace {

/// What is no use when it happens again and again; nothing: all is well.
std::optional<std::string> refusal(const CheckArguments& arguments) {
  struct Flag {
    bool is_set;
    std::string_view name;
  };
  const std::array<Flag, 9> writers = {{{arguments.fix, "--fix"},
                                        {arguments.fix_only, "--fix-only"},
                                        {arguments.diff, "--diff"},
                                        {arguments.add_noqa, "--add-noqa"},
                                        {arguments.write_baseline.has_value(), "--write-baseline"},
                                        {arguments.show_settings, "--show-settings"},
                                        {arguments.show_files, "--show-files"},
                                        {arguments.stdin_filename.has_value(), "--stdin-filename"},
                                        {std::ranges::find(arguments.paths, "-") != arguments.paths.end(), "-"}}};
  const auto* const set = std::ranges::find_if(writers, &Flag::is_set);
  if (set != writers.end()) return "`--watch` and `" + std::string(set->name) + "` do not go together";
  if (arguments.only_files || !arguments.output_file.empty()) return std::nullopt;
  const auto settings = find_settings(arguments.config, arguments.isolated, command_line_layers(arguments),
                                      arguments.paths.empty() ? std::vector<std::string>{"."} : arguments.paths);
  if (!settings) return std::nullopt;  // the check says it, and the file may be mended meanwhile
  constexpr std::array kReadable = {OutputFormat::kText, OutputFormat::kConcise, OutputFormat::kGrouped};
  if (std::ranges::find(kReadable, settings->output_format) != kReadable.end()) return std::nullopt;
  return "`--watch` shows the formats text, concise and grouped; `--output-format FORMAT=FILE` keeps another one up to "
         "date in a file";
}

void clear_screen() {
  const auto terminal = sys::variable("TERM");
  if (!sys::is_terminal(STDOUT_FILENO) || !terminal || *terminal == "dumb") return;
  static_cast<void>(sys::write_descriptor(STDOUT_FILENO, "\033[2J\033[3J\033[H"));
}

/// "checked at 14:03:07 in 0.31 s; waiting for changes".
void say_done(std::chrono::steady_clock::duration took) {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char text[96];
  const double seconds = std::chrono::duration<double>(took).count();
  const std::size_t clock = std::strftime(text, sizeof text, "checked at %H:%M:%S in ", &local);
  std::snprintf(text + clock, sizeof text - clock, "%.2f s; waiting for changes\n", seconds);
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
}

}  // namespace

ExitStatus run_watch(const CheckArguments& arguments) {
  if (const auto reason = refusal(arguments)) return fail(*reason);
  WatchedFiles files(arguments);
  const auto watch =
      watch_files(files.folders(), [&](const std::filesystem::path& path) { return files.counts(path); });
  driver::Memory memory;
  while (true) {
    // Before the check, so that it reads them again whenever they change after this.
    files.read();
    watch->also(files.named());
    clear_screen();
    const auto started = std::chrono::steady_clock::now();
    run_check(arguments, &memory);
    memory.tidy();
    if (!arguments.quiet) say_done(std::chrono::steady_clock::now() - started);
    const InterruptEnds ends;
    watch->wait();
  }
}

}  // namespace syncfree::cli
