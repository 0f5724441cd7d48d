// The options of `syncfree-lint verify`.
#include <utility>

#include "cli/command_app.h"
#include "cli/command_options.h"
#include "cli/observation_options.h"

namespace syncfree::cli {
namespace {

class VerifyCommand final : public Command {
 public:
  VerifyCommand() {
    app_.footer(
        "Forms:\n"
        "  syncfree-lint verify [OPTIONS] -- PROGRAM [ARGUMENT...]   (python train.py, torchrun ... train.py)\n"
        "  syncfree-lint verify -- python train.py > verify.patch    then: patch -p0 < verify.patch\n"
        "  syncfree-lint verify --build 'make -B train' -- ./train   (a program in C++)\n"
        "\n"
        "The table goes to standard error, the patch to standard output; no file of yours changes without --write.\n"
        "Exit status: 0 something is proven, or there was nothing to prove; 1 the program fails as it is, or a "
        "rewrite\n"
        "made it fail or changed its results; 2 wrong use, no GPU, no steps, or nothing to compare.");
    add_rewrites();
    add_runs();
    add_reports();
  }

  const CLI::App& app() const override { return app_; }
  std::expected<Arguments, std::string> read(std::span<const std::string> words) override;

 private:
  void add_rewrites();
  void add_runs();
  void add_reports();

  CLI::App app_{
      "Tries the rewrites of a program's findings on a GPU, in a copy of its sources, and keeps as a patch those that "
      "take their wait away and leave its results as they are.",
      "syncfree-lint verify"};
  VerifyArguments arguments_;
  ChoiceWords choices_;
  ObservationOptions observed_;
  ToleranceOptions tolerance_;
  Words select_;
  std::string format_ = "text";
};

void VerifyCommand::add_rewrites() {
  app_.add_flag("--unsafe-fixes", arguments_.unsafe_fixes, "Try the unsafe rewrites too");
  app_.add_option("--paths", arguments_.paths,
                  "Rewrite only in these files and folders [the project that holds the program]")
      ->type_name("PATH");
  add_list(app_, "--select", select_, "CODES", "Try only rewrites of these rules: codes, families (SF3), names, ALL");
  add_list(app_, "--ignore", arguments_.options.rules.ignore, "CODES",
           "Leave these rules out, beside those of the configuration");
  app_.add_flag("--write", arguments_.write, "Write the proven rewrites into your files");
  app_.add_option("--config", arguments_.config, "Use this configuration file")->type_name("FILE");
  app_.add_flag("--isolated", arguments_.isolated, "Use no configuration file");
}

void VerifyCommand::add_runs() {
  app_.add_option("--build", arguments_.build,
                  "Shell command that builds the program, run in each copy before it: rewrites of C++ are tried, too")
      ->type_name("COMMAND");
  confirm::Observation& observation = arguments_.observation;
  observed_.add_to(app_, observation);
  add_list(app_, "--keep", observation.keep, "NAMES",
           "Results to compare, as for confirm, beside those that the program keeps itself [losses,step]");
  app_.add_flag("--without-results", arguments_.without_results,
                "The exit status is all that has to be the same: keep no results");
  tolerance_.add_to(app_);
}

void VerifyCommand::add_reports() {
  app_.add_option("--output,--patch", arguments_.patch, "Write the patch there, not to standard output")
      ->type_name("FILE");
  app_.add_option("--output-format", format_,
                  "How to write the table; JSON goes to standard output and holds the patch [text]")
      ->type_name(one_of(kVerifyFormats));
  app_.add_option("--output-file", arguments_.output_file, "Write the table there")->type_name("FILE");
  app_.add_option("--color", choices_.color, "Colours [auto]")->type_name(one_of(kColors));
  app_.add_flag("--quiet,-q", arguments_.quiet, "Do not announce each run");
}

std::expected<Arguments, std::string> VerifyCommand::read(std::span<const std::string> words) {
  confirm::Observation& observation = arguments_.observation;
  const auto done = parse(app_, take_program(words, observation));
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  if (const auto error = read_choices(choices_, arguments_.options, arguments_.color)) return std::unexpected(*error);
  const auto format = parse_choice("--output-format", format_, kVerifyFormats);
  if (!format) return std::unexpected(format.error());
  arguments_.format = *format;
  if (observation.program.empty()) return std::unexpected("name the program to run: verify -- PROGRAM");
  if (const auto error = observed_.read(app_, observation)) return std::unexpected(*error);
  const auto tolerance = tolerance_.read(app_);
  if (!tolerance) return std::unexpected(tolerance.error());
  arguments_.tolerance = *tolerance;
  if (arguments_.without_results) {
    for (const char* option : {"--keep", "--rtol", "--atol"}) {
      if (app_.count(option) > 0)
        return std::unexpected("`--without-results` and `" + std::string(option) + "` do not go together");
    }
  } else if (app_.count("--keep") == 0) {
    observation.keep = {"losses", "step"};
  }
  if (app_.count("--select") > 0) arguments_.options.rules.select = std::move(select_);
  return std::move(arguments_);
}

}  // namespace

std::unique_ptr<Command> make_verify_command() { return std::make_unique<VerifyCommand>(); }

}  // namespace syncfree::cli
