// The options of `syncfree-lint plan`.
#include <utility>

#include "cli/command_app.h"
#include "cli/command_options.h"

namespace syncfree::cli {
namespace {

class PlanCommand final : public Command {
 public:
  PlanCommand() {
    app_.footer(
        "Forms:\n"
        "  syncfree-lint plan train.py                             the steps that a script makes\n"
        "  syncfree-lint plan src/                                 the steps in a folder, the worst first\n"
        "  syncfree-lint plan src/ --from package.model:Net.forward   a call of a function\n"
        "\n"
        "Exit status: 0; 2 wrong use, wrong configuration, a file that could not be analysed, or a fault.");
    app_.add_option("PATH", arguments_.paths, "Scripts and folders whose steps are planned [default: .]");
    app_.add_option("--from", arguments_.from,
                    "Follow one call of this function: MODULE:CLASS.FUNCTION; MODULE may be a path, or left out")
        ->allow_extra_args(false)
        ->type_name("FUNCTION");
    add_findings();
    add_files();
    add_run();
  }

  const CLI::App& app() const override { return app_; }
  std::expected<Arguments, std::string> read(std::span<const std::string> words) override;

 private:
  void add_findings();
  void add_files();
  void add_run();

  CLI::App app_{
      "Lists, without a GPU, the waits of one step in the order in which they run, with the calls that lead there, "
      "the remedy for each, the fixes that can be applied now, and the waits that remain.",
      "syncfree-lint plan"};
  PlanArguments arguments_;
  ChoiceWords choices_;
  std::string format_ = "text";
  Words select_, exclude_;
  ReadingOptions reading_;
};

void PlanCommand::add_findings() {
  add_list(app_, "--select", select_, "CODES", "Plan only waits of these rules: codes, families (SF3), names, ALL");
  add_list(app_, "--ignore", arguments_.options.rules.ignore, "CODES",
           "Leave these rules out, beside those of the configuration");
  add_list(app_, "--extend-select", arguments_.options.rules.extend_select, "CODES", "Plan waits of these rules too");
  app_.add_option("--temperature", choices_.temperature, "Coldest code whose waits are planned [cold]")
      ->type_name(one_of(kTemperatures));
  app_.add_option("--confidence", choices_.confidence, "Weakest evidence for a wait [likely]")
      ->type_name(one_of(kConfidences));
}

void PlanCommand::add_files() {
  add_list(app_, "--exclude", exclude_, "PATTERNS", "Leave out files and folders, as .gitignore does");
  reading_.add_to(app_, arguments_.options);
  app_.add_option("--config", arguments_.config, "Use this configuration file")->type_name("FILE");
  app_.add_flag("--isolated", arguments_.isolated, "Use no configuration file");
  app_.add_option("-p", arguments_.build, "Read C++ and CUDA with Clang, as compile_commands.json there says")
      ->type_name("DIR");
}

void PlanCommand::add_run() {
  app_.add_option("--output-format", format_, "How to write the plan [text]")->type_name(one_of(kPlanFormats));
  app_.add_option("--output-file", arguments_.output_file, "Write the plan there, whole or not at all")
      ->type_name("FILE");
  app_.add_option("--jobs,-j", arguments_.jobs, "Threads [all processors]")->type_name("N");
  app_.add_option("--color", choices_.color, "Colours [auto]")->type_name(one_of(kColors));
  app_.add_flag("--quiet,-q", arguments_.quiet, "No progress, and no problems that leave the plan whole");
}

std::expected<Arguments, std::string> PlanCommand::read(std::span<const std::string> words) {
  const auto done = parse(app_, words);
  if (!done) return std::unexpected(done.error());
  if (*done) return **done;
  Options& options = arguments_.options;
  if (const auto error = read_choices(choices_, options, arguments_.color)) return std::unexpected(*error);
  if (const auto error = wrong_jobs(*app_.get_option("--jobs"), arguments_.jobs)) return std::unexpected(*error);
  const auto format = parse_choice("--output-format", format_, kPlanFormats);
  if (!format) return std::unexpected(format.error());
  arguments_.format = *format;
  if (app_.count("--select") > 0) options.rules.select = std::move(select_);
  if (app_.count("--exclude") > 0) options.exclude = std::move(exclude_);
  reading_.read(options);
  return std::move(arguments_);
}

}  // namespace

std::unique_ptr<Command> make_plan_command() { return std::make_unique<PlanCommand>(); }

}  // namespace syncfree::cli
