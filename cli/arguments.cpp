#include "cli/arguments.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "analyzer/engine/suggestion.h"
#include "cli/configuration_keys.h"
#include "cli/version.h"

namespace syncfree::cli {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kDescription =
    "Finds the places in PyTorch code where the host waits for the GPU, says why, and what to do instead.";

constexpr std::string_view kCommands =
    "Commands:\n"
    "  check PATH...               Analyse files and folders; what happens without a command\n"
    "  confirm -- PROGRAM...       Run a program on a GPU and tell which findings really stall it\n"
    "  explain RULE                Show the page of a rule, by code or name\n"
    "  rules                       List all rules\n"
    "  lsp                         Serve an editor: findings and fixes as one types\n"
    "  schema                      Print the JSON schema of the configuration\n"
    "  clean                       Remove what earlier runs have kept\n"
    "\n"
    "Exit status: 0 nothing found; 1 findings or syntax errors; 2 wrong use, wrong configuration, a file that could "
    "not be analysed, or "
    "a fault.";

constexpr unsigned kMostJobs = 1024;

/// Options that are words of a list, before they are understood.
struct ChoiceWords {
  std::string temperature, confidence, fail_on, output_format, sort, color = "auto";
};

void add_list(CLI::App& app, const std::string& name, Words& words, const std::string& what, const std::string& help) {
  // One value each time, or several with commas: a path behind it is a path.
  app.add_option(name, words, help)->delimiter(',')->allow_extra_args(false)->type_name(what);
}

std::string one_of(std::string_view words) { return "{" + std::string(words) + "}"; }

/// Removes what options do not show through themselves, and turns CLI11's phrases into ours.
std::string describe(const CLI::ParseError& error, const CLI::App& app, std::span<const std::string> arguments) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  Words long_names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) long_names.push_back("--" + name);
  }
  const std::vector<std::string_view> candidates(long_names.begin(), long_names.end());
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (!argument.starts_with('-') || argument == "-") continue;
    // `-j4` is the option -j and its value.
    const std::string name =
        argument.starts_with("--") ? argument.substr(0, argument.find('=')) : argument.substr(0, 2);
    if (app.get_option_no_throw(name) != nullptr) continue;
    std::string message = "unknown option `" + name + "`";
    if (const auto near = engine::closest_word(name, candidates))
      message += "; did you mean `" + std::string(*near) + "`?";
    return message;
  }
  return error.what();
}

/// Help, or an error, or nothing when all is well.
std::expected<std::optional<Message>, std::string> parse(CLI::App& app, std::span<const std::string> arguments) {
  Words reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return std::unexpected(describe(error, app, arguments));
  }
  return std::nullopt;
}

template <class T, std::size_t N>
std::optional<std::string> choose(std::string_view option, const std::string& word,
                                  const std::array<std::pair<std::string_view, T>, N>& choices, std::optional<T>& out) {
  if (word.empty()) return std::nullopt;
  const auto choice = parse_choice(option, word, choices);
  if (!choice) return choice.error();
  out = *choice;
  return std::nullopt;
}

std::optional<std::string> read_choices(const ChoiceWords& words, CheckArguments& arguments) {
  Options& options = arguments.options;
  std::optional<Color> color;
  for (auto error :
       {choose("--temperature", words.temperature, kTemperatures, options.temperature),
        choose("--confidence", words.confidence, kConfidences, options.confidence),
        choose("--fail-on", words.fail_on, kSeverities, options.fail_on),
        choose("--output-format", words.output_format, kOutputFormats, options.output_format),
        choose("--sort", words.sort, kSorts, options.sort), choose("--color", words.color, kColors, color)}) {
    if (error) return error;
  }
  arguments.color = color.value_or(Color::kAuto);
  return std::nullopt;
}

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

std::optional<std::string> wrong_jobs(const CLI::Option& option, unsigned jobs) {
  if (option.count() == 0 || (jobs > 0 && jobs <= kMostJobs)) return std::nullopt;
  return "`--jobs` is a number from 1 to " + std::to_string(kMostJobs);
}

std::expected<Arguments, std::string> parse_check(std::span<const std::string> words) {
  CheckArguments arguments;
  Options& options = arguments.options;
  ChoiceWords choices;
  Words select, exclude, per_file_ignores;
  bool force_exclude = false, no_gitignore = false, no_project = false, version = false;
  CLI::App app{std::string(kDescription), "syncfree-lint"};
  app.footer(std::string(kCommands));
  app.add_option("PATH", arguments.paths, "Files and folders to analyse; `-` reads standard input [default: .]");
  CLI::Option* select_option =
      app.add_option("--select", select, "Report only these rules: codes, families (SF3), names, ALL");
  select_option->delimiter(',')->allow_extra_args(false)->type_name("CODES");
  add_list(app, "--ignore", options.rules.ignore, "CODES", "Leave these rules out");
  add_list(app, "--extend-select", options.rules.extend_select, "CODES", "Report these rules too");
  app.add_option("--per-file-ignores", per_file_ignores, "Leave rules out in files that match")
      ->allow_extra_args(false)
      ->type_name("PATTERN:CODES");
  app.add_option("--temperature", choices.temperature, "Coldest code to report on: each step, unknown, start-up [warm]")
      ->type_name(one_of("hot,warm,cold"));
  app.add_option("--confidence", choices.confidence, "Weakest evidence to report on [likely]")
      ->type_name(one_of("certain,likely,possible"));
  app.add_option("--output-format", choices.output_format, "How to write the report [text]")
      ->type_name(one_of("text,concise,json,sarif,github,gitlab,html"));
  app.add_option("--sort", choices.sort, "Order of the findings [worth in text, concise and html; else path]")
      ->type_name(one_of("worth,path"));
  app.add_option("--output-file", arguments.output_file, "Write the report there, whole or not at all")
      ->type_name("FILE");
  app.add_flag("--fix", arguments.fix, "Write the safe fixes into the files");
  app.add_flag("--unsafe-fixes", arguments.unsafe_fixes,
               "With --fix, --fix-only or --diff: the unsafe fixes too; they need a look");
  app.add_flag("--fix-only", arguments.fix_only, "Write the fixes, and report nothing of what is left");
  app.add_flag("--diff", arguments.diff, "Print what the fixes would change, for `patch -p0`, and write nothing");
  app.add_flag("--show-fixes", arguments.show_fixes, "List what was fixed, by file and rule");
  app.add_flag("--statistics", arguments.statistics, "Count the findings of each rule instead of showing them");
  app.add_option("--fail-on", choices.fail_on, "Mildest finding that gives exit status 1 [note]")
      ->type_name(one_of("error,warning,note"));
  app.add_flag("--exit-zero", arguments.exit_zero, "Exit with 0 whatever is found in the files");
  app.add_flag("--report-suppressed", arguments.report_suppressed, "Keep suppressed findings in SARIF, marked as such");
  app.add_option("--baseline", arguments.baseline, "Report only what this file does not hold")->type_name("FILE");
  app.add_option("--write-baseline", arguments.write_baseline, "Write a baseline of what is found there, and stop")
      ->type_name("FILE");
  app.add_option("--diff-base", arguments.diff_base, "Report only on lines that differ from this git revision")
      ->type_name("REV");
  app.add_flag("--add-noqa", arguments.add_noqa, "Silence what is found by comments in the sources, and stop");
  CLI::Option* exclude_option = app.add_option("--exclude", exclude, "Leave out files and folders, as .gitignore does");
  exclude_option->delimiter(',')->allow_extra_args(false)->type_name("PATTERNS");
  CLI::Option* force_option =
      app.add_flag("--force-exclude", force_exclude, "Excludes hold for files named as PATH too");
  app.add_flag("--no-respect-gitignore", no_gitignore, "Analyse files that git ignores");
  app.add_option("--cache-dir", arguments.cache_folder,
                 "Keep there what is found in files that do not change [~/.cache/syncfree-lint]")
      ->type_name("DIR");
  app.add_flag("--no-cache", arguments.no_cache, "Analyse every file again, and keep nothing");
  app.add_flag("--no-project", no_project, "Read files that are named without the rest of their project");
  app.add_option("--stdin-filename", arguments.stdin_filename, "What to call the source on standard input")
      ->type_name("FILE");
  app.add_option("--config", arguments.config, "Use this configuration file")->type_name("FILE");
  app.add_flag("--isolated", arguments.isolated, "Use no configuration file");
  app.add_option("-p", arguments.build, "Read C++ and CUDA with Clang, as compile_commands.json there says")
      ->type_name("DIR");
  CLI::Option* jobs_option = app.add_option("--jobs,-j", arguments.jobs, "Threads [all processors]")->type_name("N");
  app.add_option("--color", choices.color, "Colours [auto: on a terminal, unless NO_COLOR is set]")
      ->type_name(one_of("auto,always,never"));
  app.add_flag("--quiet,-q", arguments.quiet, "Only findings and errors: no summary, no progress");
  app.add_flag("--show-settings", arguments.show_settings, "Print the settings that hold, and stop");
  app.add_flag("--show-files", arguments.show_files, "Print the files that would be analysed, and stop");
  app.add_flag("--version,-V", version, "Print the version, and stop");

  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  if (version) return Message{version_text()};
  if (const auto error = read_choices(choices, arguments)) return std::unexpected(*error);
  if (const auto error = wrong_jobs(*jobs_option, arguments.jobs)) return std::unexpected(*error);
  if (select_option->count() > 0) options.rules.select = std::move(select);
  if (exclude_option->count() > 0) options.exclude = std::move(exclude);
  if (force_option->count() > 0) options.force_exclude = force_exclude;
  if (no_gitignore) options.respect_gitignore = false;
  if (no_project) options.project = false;
  if (!per_file_ignores.empty()) {
    auto entries = read_per_file_ignores(per_file_ignores);
    if (!entries) return std::unexpected(std::move(entries.error()));
    options.per_file_ignores = std::move(*entries);
  }
  return arguments;
}

/// What `confirm` observes and how.
void add_observation(CLI::App& app, confirm::Observation& observation, bool& no_idle) {
  app.add_option("--warmup", observation.warm_up, "Steps before the observed ones [5]")->type_name("N");
  app.add_option("--steps", observation.steps, "Steps to observe, with as many unobserved ones between them [20]")
      ->type_name("N");
  app.add_option("--step-function", observation.step_function,
                 "A step ends where this Python function is called [where the optimizer steps]")
      ->type_name("NAME");
  app.add_flag("--no-idle", no_idle, "Do not tell how long the GPU has no work after a wait; costs less");
  app.add_flag("--native", observation.native, "Look at C++ frames in Python programs, too");
  app.add_option("--cupti", observation.cupti, "Use this libcupti [the program's own, or one of a CUDA toolkit]")
      ->type_name("FILE");
  app.add_option("--record", observation.keep_record, "Keep what was recorded in this folder, for --trace")
      ->type_name("FOLDER");
}

std::expected<Arguments, std::string> parse_confirm(std::span<const std::string> words) {
  ConfirmArguments arguments;
  confirm::Observation& observation = arguments.observation;
  ChoiceWords choices;
  bool no_idle = false;
  double limit = 0;
  CLI::App app{"Runs a program on a GPU and tells which findings really stall it, for how long, and what was missed.",
               "syncfree-lint confirm"};
  app.footer(
      "Forms:\n"
      "  syncfree-lint confirm [OPTIONS] -- PROGRAM [ARGUMENT...]   (python train.py, torchrun ... train.py, "
      "./program)\n"
      "  syncfree-lint confirm [OPTIONS] --trace RECORDING\n"
      "\n"
      "Exit status: the program's own; 2 if it was 0 and nothing could be observed; 124 after --time-limit.\n"
      "With --trace as for check.");
  add_observation(app, observation, no_idle);
  CLI::Option* limit_option =
      app.add_option("--time-limit", limit, "End the program after that time; exit status 124")->type_name("SECONDS");
  app.add_option(
         "--trace", arguments.trace,
         "Read a recording instead: a PyTorch profiler trace, an Nsight Systems SQLite export, a folder of --record")
      ->type_name("RECORDING");
  app.add_option("--source", arguments.sources, "Compare with the findings in these files and folders [what ran]")
      ->allow_extra_args(false)
      ->type_name("PATH");
  app.add_option("--temperature", choices.temperature, "As for check, of findings that did not block")
      ->type_name(one_of("hot,warm,cold"));
  app.add_option("--confidence", choices.confidence, "As for check, of findings that did not block")
      ->type_name(one_of("certain,likely,possible"));
  app.add_option("--output-format", choices.output_format, "How to write the report [text]")
      ->type_name(one_of("text,concise,json,sarif"));
  app.add_option("--output-file", arguments.output_file, "Write the report there, not to standard error")
      ->type_name("FILE");
  app.add_option("--config", arguments.config, "Use this configuration file")->type_name("FILE");
  app.add_flag("--isolated", arguments.isolated, "Use no configuration file");
  app.add_flag("--exit-zero", arguments.exit_zero, "With --trace: exit with 0 whatever blocked");
  app.add_option("--color", choices.color, "Colours [auto]")->type_name(one_of("auto,always,never"));
  app.add_flag("--quiet,-q", arguments.quiet, "Only places, no summary");

  const auto separator = std::ranges::find(words, "--");
  observation.program.assign(separator == words.end() ? separator : separator + 1, words.end());
  const auto done = parse(app, words.first(static_cast<std::size_t>(separator - words.begin())));
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  CheckArguments chosen;
  if (const auto error = read_choices(choices, chosen)) return std::unexpected(*error);
  arguments.options = std::move(chosen.options);
  arguments.color = chosen.color;
  if (arguments.options.output_format.value_or(OutputFormat::kText) > OutputFormat::kSarif)
    return std::unexpected("`confirm` writes text, concise, json and sarif");
  if (observation.program.empty() == arguments.trace.empty())
    return std::unexpected(arguments.trace.empty() ? "name the program to run: confirm -- PROGRAM"
                                                   : "`--trace` reads a recording; there is no program to run");
  if (observation.steps == 0) return std::unexpected("`--steps` is at least 1");
  if (limit_option->count() > 0 && limit <= 0) return std::unexpected("`--time-limit` is more than 0 seconds");
  if (limit_option->count() > 0) observation.limit_seconds = limit;
  observation.idle = !no_idle;
  observation.sources = arguments.sources;
  return arguments;
}

std::expected<Arguments, std::string> parse_explain(std::span<const std::string> words) {
  ExplainArguments arguments;
  std::string color = "auto";
  CLI::App app{"Shows the page of a rule: what it finds, why it blocks, bad and good code, and the evidence.",
               "syncfree-lint explain"};
  app.add_option("RULE", arguments.rule, "A code (SF301) or a name (host-scalar-read)")->required();
  app.add_option("--color", color, "Colours [auto]")->type_name(one_of("auto,always,never"));
  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  const auto choice = parse_choice("--color", color, kColors);
  if (!choice) return std::unexpected(choice.error());
  arguments.color = *choice;
  return arguments;
}

std::expected<Arguments, std::string> parse_rules(std::span<const std::string> words) {
  std::string format = "text";
  CLI::App app{"Lists all rules.", "syncfree-lint rules"};
  app.add_option("--output-format", format, "How to write the list [text]")->type_name(one_of("text,json,markdown"));
  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  const auto choice = parse_choice("--output-format", format, kRulesFormats);
  if (!choice) return std::unexpected(choice.error());
  return RulesArguments{*choice};
}

std::expected<Arguments, std::string> parse_clean(std::span<const std::string> words) {
  CleanArguments arguments;
  CLI::App app{"Removes what earlier runs have kept of files that did not change.", "syncfree-lint clean"};
  app.add_option("--cache-dir", arguments.cache_folder, "Where it is kept [~/.cache/syncfree-lint]")->type_name("DIR");
  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  return arguments;
}

std::expected<Arguments, std::string> parse_lsp(std::span<const std::string> words) {
  LspArguments arguments;
  bool is_stdio = false;
  CLI::App app{"Serves an editor with the Language Server Protocol, over standard input and output.",
               "syncfree-lint lsp"};
  app.add_flag("--stdio", is_stdio, "What happens anyway; some clients ask for it");
  const CLI::Option* jobs = app.add_option("--jobs,-j", arguments.jobs, "Threads [all processors]")->type_name("N");
  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  if (const auto error = wrong_jobs(*jobs, arguments.jobs)) return std::unexpected(*error);
  return arguments;
}

std::expected<Arguments, std::string> parse_schema(std::span<const std::string> words) {
  CLI::App app{"Prints the JSON schema of the configuration, for editors.", "syncfree-lint schema"};
  const auto done = parse(app, words);
  if (!done) return std::unexpected(done.error());
  return done->value_or(Message{configuration_schema().dump(2) + "\n"});
}

}  // namespace

std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments) {
  const std::string_view command = arguments.empty() ? "" : std::string_view(arguments.front());
  if (command == "explain") return parse_explain(arguments.subspan(1));
  if (command == "confirm") return parse_confirm(arguments.subspan(1));
  if (command == "schema") return parse_schema(arguments.subspan(1));
  if (command == "lsp") return parse_lsp(arguments.subspan(1));
  if (command == "clean") return parse_clean(arguments.subspan(1));
  if (command == "rules") return parse_rules(arguments.subspan(1));
  if (command == "check") return parse_check(arguments.subspan(1));
  return parse_check(arguments);
}

}  // namespace syncfree::cli
