// The options of `syncfree-lint [check]`.
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/command_app.h"
#include "cli/command_options.h"
#include "cli/environment.h"
#include "cli/inline_configuration.h"
#include "cli/version.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

constexpr std::string_view kDescription =
    "Finds the places in PyTorch code where the host waits for the GPU, says why, and what to do instead.";

constexpr std::string_view kFooter =
    "\n"
    "Environment: SYNCFREE_LINT_SELECT, SYNCFREE_LINT_OUTPUT_FORMAT and so on stand for the options of that name.\n"
    "\n"
    "Exit status: 0 nothing found; 1 findings or syntax errors; 2 wrong use, wrong configuration, a file that could "
    "not be analysed, or "
    "a fault.";

/// What is the same for every run of a machine or a CI; what writes into sources is asked for on the command line.
constexpr std::array<std::string_view, 21> kInEnvironment = {
    "--select",     "--ignore",    "--extend-select", "--exclude",       "--extend-exclude", "--temperature",
    "--confidence", "--fail-on",   "--exit-zero",     "--output-format", "--sort",           "--output-file",
    "--baseline",   "--diff-base", "--cache-dir",     "--no-cache",      "--config",         "--isolated",
    "--jobs",       "--color",     "--torch-version",
};

/// "PATTERN:CODE,CODE", split behind the last colon. Several of one pattern are as good as one.
std::expected<std::vector<PerFileIgnore>, std::string> read_per_file_ignores(const Words& words) {
  std::vector<PerFileIgnore> entries;
  for (const std::string& word : words) {
    const std::size_t colon = word.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == word.size()) {
      return std::unexpected("`--per-file-ignores` is PATTERN:CODE,CODE, not `" + word + "`");
    }
    entries.push_back({.pattern = word.substr(0, colon), .codes = CLI::detail::split(word.substr(colon + 1), ',')});
  }
  return entries;
}

/// Of "text", "sarif=out.sarif" and the like, those with a file are reports of their own; one may be without.
std::expected<void, std::string> read_outputs(const Words& words, CheckArguments& arguments) {
  std::set<std::string> files = {arguments.output_file};
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const auto format = parse_choice("--output-format", word.substr(0, equals), kOutputFormats);
    if (!format) return std::unexpected(format.error());
    if (equals == std::string::npos) {
      if (arguments.options.output_format)
        return std::unexpected("`--output-format` names two formats without a file; write FORMAT=FILE for one of them");
      arguments.options.output_format = *format;
      continue;
    }
    std::string file = word.substr(equals + 1);
    if (file.empty()) return std::unexpected("`--output-format` names no file in `" + word + "`");
    if (!files.insert(file).second) return std::unexpected("two reports cannot go to `" + file + "`");
    arguments.report_files.push_back({*format, std::move(file)});
  }
  arguments.only_files =
      !arguments.report_files.empty() && !arguments.options.output_format && arguments.output_file.empty();
  return {};
}

std::string commands_text() {
  static constexpr std::size_t kColumn = 28;
  std::string text = "Commands:\n";
  for (const NamedCommand& command : all_commands()) {
    std::string form = std::string(command.name) + std::string(command.takes);
    form.resize(std::max(form.size() + 1, kColumn), ' ');
    text += "  " + form + std::string(command.help) + "\n";
  }
  return text;
}

class CheckCommand final : public Command {
 public:
  CheckCommand() {
    add_rules();
    add_reports();
    add_fixes();
    add_files();
    add_run();
    environment_.emplace(app_, kInEnvironment);
    app_.footer(commands_text() + std::string(kFooter));
  }

  const CLI::App& app() const override { return app_; }
  std::expected<Arguments, std::string> read(std::span<const std::string> words) override;

 private:
  std::expected<Arguments, std::string> read_parsed();
  std::optional<std::string> read_rules();
  void add_rules();
  void add_reports();
  void add_fixes();
  void add_files();
  void add_run();
  std::optional<std::string> read_config();

  CLI::App app_{std::string(kDescription), "syncfree-lint"};
  CheckArguments arguments_;
  ChoiceWords choices_;
  std::optional<Environment> environment_;
  Words select_, exclude_, per_file_ignores_, output_formats_, config_;
  std::string goal_;
  bool force_exclude_ = false, no_gitignore_ = false, version_ = false;
  ReadingOptions reading_;
};

void CheckCommand::add_rules() {
  app_.add_option("PATH", arguments_.paths, "Files and folders to analyse; `-` reads standard input [default: .]");
  add_list(app_, "--select", select_, "CODES", "Report only these rules: codes, families (SF3), names, ALL");
  add_list(app_, "--ignore,--extend-ignore", arguments_.options.rules.ignore, "CODES",
           "Leave these rules out, beside those of the configuration");
  add_list(app_, "--extend-select", arguments_.options.rules.extend_select, "CODES", "Report these rules too");
  app_.add_option("--per-file-ignores", per_file_ignores_, "Leave rules out in files that match")
      ->allow_extra_args(false)
      ->type_name("PATTERN:CODES");
  app_.add_option("--goal", goal_,
                  "Report the obstacles to a CUDA graph capture, or to one graph of torch.compile; PATH may then be "
                  "MODULE:FUNCTION, FILE:FUNCTION, or a call: 'FILE:Net(depth=2).forward(mask)'")
      ->type_name(one_of(kGoals));
  app_.add_option("--temperature", choices_.temperature,
                  "Coldest code to report on: each step, unknown, start-up [warm]")
      ->type_name(one_of(kTemperatures));
  app_.add_option("--confidence", choices_.confidence, "Weakest evidence to report on [likely]")
      ->type_name(one_of(kConfidences));
}

void CheckCommand::add_reports() {
  add_list(app_, "--output-format", output_formats_, one_of(kOutputFormats),
           "How to write the report [text]; FORMAT=FILE writes it there, and several may be named");
  app_.add_option("--sort", choices_.sort, "Order of the findings [worth in text, concise and html; else path]")
      ->type_name(one_of(kSorts));
  app_.add_option("--output-file", arguments_.output_file, "Write the report there, whole or not at all")
      ->type_name("FILE");
}

void CheckCommand::add_fixes() {
  app_.add_flag("--fix", arguments_.fix, "Write the safe fixes into the files");
  app_.add_flag("--unsafe-fixes", arguments_.unsafe_fixes,
                "With --fix, --fix-only or --diff: the unsafe fixes too; they need review");
  app_.add_flag("--fix-only", arguments_.fix_only, "Write the fixes, and do not report the remaining findings");
  app_.add_flag("--diff", arguments_.diff, "Print the changes of the fixes, for `patch -p0`, and write nothing");
  app_.add_flag("--show-fixes", arguments_.show_fixes, "List the fixes, by file and rule");
  app_.add_flag("--statistics", arguments_.statistics, "Count the findings of each rule instead of showing them");
  app_.add_option("--fail-on", choices_.fail_on, "Mildest finding that gives exit status 1 [note]")
      ->type_name(one_of(kSeverities));
  app_.add_flag("--exit-zero", arguments_.exit_zero, "Exit with 0 whatever is found in the files");
  app_.add_flag("--report-suppressed", arguments_.report_suppressed,
                "Keep suppressed findings in SARIF, marked as such");
  app_.add_option("--baseline", arguments_.baseline, "Report only findings that this file does not list")
      ->type_name("FILE");
  app_.add_option("--write-baseline", arguments_.write_baseline,
                  "Write the current findings into this baseline, and stop")
      ->type_name("FILE");
  app_.add_option("--diff-base", arguments_.diff_base, "Report only on lines that differ from this git revision")
      ->type_name("REV");
  app_.add_flag("--add-noqa", arguments_.add_noqa, "Silence the current findings by comments in the sources, and stop");
}

void CheckCommand::add_files() {
  add_list(app_, "--exclude", exclude_, "PATTERNS", "Leave out files and folders, as .gitignore does");
  add_list(app_, "--extend-exclude", arguments_.options.extend_exclude, "PATTERNS",
           "Leave these out too, beside those of the configuration");
  app_.add_flag("--force-exclude", force_exclude_, "Excludes hold for files named as PATH too");
  app_.add_flag("--no-respect-gitignore", no_gitignore_, "Analyse files that git ignores");
  app_.add_option("--cache-dir", arguments_.cache_folder, "Folder of the cached findings [~/.cache/syncfree-lint]")
      ->type_name("DIR");
  app_.add_flag("--no-cache", arguments_.no_cache, "Analyse every file again, and keep nothing");
  reading_.add_to(app_, arguments_.options);
  app_.add_option("--stdin-filename", arguments_.stdin_filename, "Name of the source on standard input")
      ->type_name("FILE");
}

void CheckCommand::add_run() {
  app_.add_option("--config", config_, "Use this configuration file, or this setting: 'key = value'")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app_.add_flag("--isolated", arguments_.isolated, "Use no configuration file");
  app_.add_option("-p", arguments_.build, "Read C++ and CUDA with Clang, as compile_commands.json there says")
      ->type_name("DIR");
  app_.add_option("--jobs,-j", arguments_.jobs, "Threads [all processors]")->type_name("N");
  app_.add_option("--color", choices_.color, "Colours [auto: on a terminal, unless NO_COLOR is set]")
      ->type_name(one_of(kColors));
  app_.add_flag("--quiet,-q", arguments_.quiet, "Only findings and errors: no summary, no progress");
  app_.add_flag("--watch", arguments_.watch, "Run again whenever a file of the project changes, up to an interrupt");
  app_.add_flag("--show-settings", arguments_.show_settings, "Print the effective settings, and stop");
  app_.add_flag("--show-files", arguments_.show_files, "Print the files that would be analysed, and stop");
  app_.add_flag("--version,-V", version_, "Print the version, and stop");
}

/// One may be a file; the others are settings.
std::optional<std::string> CheckCommand::read_config() {
  for (const std::string& word : config_) {
    if (is_inline_configuration(word)) {
      auto options = read_inline_configuration(word);
      if (!options) return options.error();
      arguments_.inline_options.push_back(std::move(*options));
    } else if (arguments_.config) {
      return "`--config` takes one file; others are settings such as 'temperature = \"hot\"'";
    } else {
      arguments_.config = word;
    }
  }
  return std::nullopt;
}

/// Codes and names are looked up here, where it is known which option they stand behind.
std::optional<std::string> CheckCommand::read_rules() {
  engine::SelectionLayer& layer = arguments_.options.rules;
  if (app_.count("--select") > 0) layer.select = std::move(select_);
  const std::array<std::pair<std::string_view, Words>, 3> options = {{{"--select", layer.select.value_or(Words{})},
                                                                      {"--extend-select", layer.extend_select},
                                                                      {"--ignore", layer.ignore}}};
  for (const auto& [option, words] : options) {
    for (const std::string& word : words) {
      if (const auto read = engine::parse_selector(word, rules::rule_table()); !read)
        return "`" + std::string(option) + "`: " + read.error();
    }
  }
  return std::nullopt;
}

std::expected<Arguments, std::string> CheckCommand::read(std::span<const std::string> words) {
  const auto done = parse(app_, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  if (auto error = environment_->take()) return std::unexpected(std::move(*error));
  arguments_.warnings = environment_->unknown();
  auto arguments = read_parsed();
  if (!arguments) return std::unexpected(environment_->blamed(std::move(arguments.error())));
  return arguments;
}

std::expected<Arguments, std::string> CheckCommand::read_parsed() {
  if (version_) return Message{version_text()};
  Options& options = arguments_.options;
  if (const auto error = read_choices(choices_, options, arguments_.color)) return std::unexpected(*error);
  if (const auto error = wrong_jobs(*app_.get_option("--jobs"), arguments_.jobs)) return std::unexpected(*error);
  if (const auto read = read_outputs(output_formats_, arguments_); !read) return std::unexpected(read.error());
  if (app_.count("--goal") > 0) {
    const auto goal = parse_choice("--goal", goal_, kGoals);
    if (!goal) return std::unexpected(goal.error());
    arguments_.goal = *goal;
  }
  if (const auto error = read_config()) return std::unexpected(*error);
  if (const auto error = read_rules()) return std::unexpected(*error);
  if (app_.count("--exclude") > 0) options.exclude = std::move(exclude_);
  if (app_.count("--force-exclude") > 0) options.force_exclude = force_exclude_;
  if (no_gitignore_) options.respect_gitignore = false;
  reading_.read(options);
  if (!per_file_ignores_.empty()) {
    auto entries = read_per_file_ignores(per_file_ignores_);
    if (!entries) return std::unexpected(std::move(entries.error()));
    options.per_file_ignores = std::move(*entries);
  }
  return std::move(arguments_);
}

}  // namespace

std::unique_ptr<Command> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace syncfree::cli
