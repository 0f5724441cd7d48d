// The options of `syncfree-lint confirm`.
#include <utility>

#include "cli/command_app.h"
#include "cli/command_options.h"
#include "cli/observation_options.h"

namespace syncfree::cli {
namespace {

class ConfirmCommand final : public Command {
 public:
  ConfirmCommand() {
    app_.footer(
        "Forms:\n"
        "  syncfree-lint confirm [OPTIONS] -- PROGRAM [ARGUMENT...]   (python train.py, torchrun ... train.py, "
        "./program)\n"
        "  syncfree-lint confirm [OPTIONS] --trace RECORDING\n"
        "\n"
        "Exit status: the program's own; 2 if it was 0 and nothing could be observed; 124 after --time-limit.\n"
        "With --trace as for check. With --max-waits, --budget, --fail-on-new or --fail-on-different: 1 if the run "
        "does "
        "not\n"
        "keep to them, 0 if it does.");
    add_observation();
    add_reports();
    add_gates();
  }

  const CLI::App& app() const override { return app_; }
  std::expected<Arguments, std::string> read(std::span<const std::string> words) override;

 private:
  void add_observation();
  void add_reports();
  void add_gates();
  std::optional<std::string> read_format();

  CLI::App app_{
      "Runs a program on a GPU and reports which findings stall it, for how long, and which waits were missed.",
      "syncfree-lint confirm"};
  ConfirmArguments arguments_;
  ChoiceWords choices_;
  std::string output_format_;
  ObservationOptions observed_;
  ToleranceOptions tolerance_;
  bool no_idle_ = false;
  double max_waits_ = 0;
};

/// What is observed and how.
void ConfirmCommand::add_observation() {
  confirm::Observation& observation = arguments_.observation;
  observed_.add_to(app_, observation);
  add_list(app_, "--keep", observation.keep, "NAMES",
           "Keep results for --compare, beside those that the program keeps itself: `losses` (the tensors on which "
           "backward() is called), `step` (the result of the function of --step), a function whose returned values are "
           "results");
  app_.add_flag("--no-idle", no_idle_, "Do not measure how long the GPU has no work; costs less");
  app_.add_flag("--native", observation.native, "Look at C++ frames in Python programs, too");
  app_.add_option("--record", observation.keep_record, "Keep the recording in this folder, for --trace")
      ->type_name("FOLDER");
  app_.add_option(
          "--trace", arguments_.trace,
          "Read a recording instead: a PyTorch profiler trace, an Nsight Systems SQLite export, a folder of --record")
      ->type_name("RECORDING");
}

void ConfirmCommand::add_reports() {
  app_.add_option("--source", arguments_.sources,
                  "Compare with the findings in these files and folders [the sources that ran]")
      ->allow_extra_args(false)
      ->type_name("PATH");
  app_.add_option("--temperature", choices_.temperature, "As for check, of findings that did not block")
      ->type_name(one_of(kTemperatures));
  app_.add_option("--confidence", choices_.confidence, "As for check, of findings that did not block")
      ->type_name(one_of(kConfidences));
  app_.add_option("--output-format", output_format_, "How to write the report [text]")
      ->type_name(one_of("text,concise,json,sarif,html"));
  app_.add_option("--output-file", arguments_.output_file, "Write the report there, not to standard error")
      ->type_name("FILE");
  app_.add_option("--config", arguments_.config, "Use this configuration file")->type_name("FILE");
  app_.add_flag("--isolated", arguments_.isolated, "Use no configuration file");
  app_.add_flag("--exit-zero", arguments_.exit_zero, "With --trace: exit with 0 whatever blocked");
  app_.add_option("--color", choices_.color, "Colours [auto]")->type_name(one_of(kColors));
  app_.add_flag("--quiet,-q", arguments_.quiet, "Only places, no summary");
}

/// What a run has to keep to.
void ConfirmCommand::add_gates() {
  app_.add_option("--compare", arguments_.compare, "Report the changes since this report (of --output-format json)")
      ->type_name("FILE");
  app_.add_flag("--fail-on-new", arguments_.fail_on_new,
                "With --compare: exit with 1 if the host is blocked where it was not");
  app_.add_flag("--fail-on-different", arguments_.fail_on_different,
                "With --compare: exit with 1 if a result or the exit status is different");
  tolerance_.add_to(app_);
  app_.add_option("--max-waits", max_waits_, "Exit with 1 if the host is blocked more often than that in a step")
      ->type_name("N");
  app_.add_option("--budget", arguments_.budget,
                  "Exit with 1 beyond the bounds in this file: max-waits, max-blocked-ms, max-idle-share, max-step-ms")
      ->type_name("FILE");
}

std::optional<std::string> ConfirmCommand::read_format() {
  std::optional<OutputFormat>& format = arguments_.options.output_format;
  if (auto error = choose("--output-format", output_format_, kOutputFormats, format)) return error;
  if (format.value_or(OutputFormat::kText) <= OutputFormat::kSarif || format == OutputFormat::kHtml)
    return std::nullopt;
  return "`confirm` writes text, concise, json, sarif and html";
}

std::expected<Arguments, std::string> ConfirmCommand::read(std::span<const std::string> words) {
  confirm::Observation& observation = arguments_.observation;
  const auto done = parse(app_, take_program(words, observation));
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  if (const auto error = read_choices(choices_, arguments_.options, arguments_.color)) return std::unexpected(*error);
  if (const auto error = read_format()) return std::unexpected(*error);
  if (observation.program.empty() == arguments_.trace.empty())
    return std::unexpected(arguments_.trace.empty() ? "name the program to run: confirm -- PROGRAM"
                                                    : "`--trace` reads a recording; there is no program to run");
  if (const auto error = observed_.read(app_, observation)) return std::unexpected(*error);
  const auto tolerance = tolerance_.read(app_);
  if (!tolerance) return std::unexpected(tolerance.error());
  arguments_.tolerance = *tolerance;
  for (const char* option : {"--fail-on-new", "--fail-on-different", "--rtol", "--atol"}) {
    if (app_.count(option) > 0 && arguments_.compare.empty())
      return std::unexpected("`" + std::string(option) + "` needs `--compare`");
  }
  if (app_.count("--max-waits") > 0) arguments_.max_waits = max_waits_;
  if (max_waits_ < 0) return std::unexpected("`--max-waits` is at least 0");
  observation.idle = !no_idle_;
  observation.sources = arguments_.sources;
  return std::move(arguments_);
}

}  // namespace

std::unique_ptr<Command> make_confirm_command() { return std::make_unique<ConfirmCommand>(); }

}  // namespace syncfree::cli
