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

#include <unistd.h>

#include "cli/commands.h"
#include "cli/file_watch.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "driver/language.h"
#include "driver/write_file.h"

namespace syncfree::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kConfigurations = {"pyproject.toml", "syncfree-lint.toml", ".gitignore"};
constexpr std::array<std::string_view, 6> kOfProjects = {
    "pyproject.toml", "syncfree-lint.toml", "setup.py", "setup.cfg", ".git", ".hg"};

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

/// The project around a path, since findings depend on all of it; else the path's own folder.
fs::path watched_folder(const std::string& path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
    if (std::ranges::any_of(kOfProjects, [&](std::string_view name) { return fs::exists(at / name, error); }))
      return at;
  }
  return folder;
}

std::vector<fs::path> watched_folders(const CheckArguments& arguments) {
  std::vector<fs::path> folders;
  for (const std::string& path : arguments.paths) folders.push_back(watched_folder(path));
  if (folders.empty()) folders.push_back(watched_folder("."));
  std::ranges::sort(folders);
  folders.erase(std::ranges::unique(folders).begin(), folders.end());
  return folders;
}

FileFilter read_files(const CheckArguments& arguments) {
  std::vector<fs::path> named;
  for (const auto& path : {arguments.config, arguments.baseline}) {
    std::error_code error;
    if (path) named.push_back(fs::absolute(*path, error).lexically_normal());
  }
  return [named, extensions = driver::read_extensions()](const fs::path& path) {
    return std::ranges::find(extensions, path.extension().string()) != extensions.end() ||
           std::ranges::find(kConfigurations, path.filename().string()) != kConfigurations.end() ||
           std::ranges::find(named, path.lexically_normal()) != named.end();
  };
}

void clear_screen() {
  const char* terminal = std::getenv("TERM");
  if (::isatty(STDOUT_FILENO) != 1 || terminal == nullptr || std::string_view(terminal) == "dumb") return;
  static_cast<void>(driver::write_descriptor(STDOUT_FILENO, "\033[2J\033[3J\033[H"));
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
  static_cast<void>(driver::write_descriptor(STDERR_FILENO, text));
}

}  // namespace

ExitStatus run_watch(const CheckArguments& arguments) {
  if (const auto reason = refusal(arguments)) return fail(*reason);
  const auto watch = watch_files(watched_folders(arguments), read_files(arguments));
  while (true) {
    clear_screen();
    const auto started = std::chrono::steady_clock::now();
    run_check(arguments);
    if (!arguments.quiet) say_done(std::chrono::steady_clock::now() - started);
    const InterruptEnds ends;
    watch->wait();
  }
}

}  // namespace syncfree::cli
