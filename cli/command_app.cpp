#include "cli/command_app.h"

#include "cli/usage_error.h"

namespace syncfree::cli {
namespace {

constexpr unsigned kMostJobs = 1024;

}  // namespace

std::string one_of(std::string_view words) { return "{" + std::string(words) + "}"; }

CLI::Option* add_list(CLI::App& app, const std::string& name, Words& words, const std::string& what,
                      const std::string& help) {
  return app.add_option(name, words, help)->delimiter(',')->allow_extra_args(false)->type_name(what);
}

std::expected<std::optional<Message>, std::string> parse(CLI::App& app, std::span<const std::string> arguments) {
  Words reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(error, app, arguments));
  }
  if (auto error = empty_value(app, arguments)) return std::unexpected(std::move(*error));
  return std::nullopt;
}

std::optional<std::string> read_choices(const ChoiceWords& words, Options& options, Color& color) {
  std::optional<Color> chosen;
  for (auto error :
       {choose("--temperature", words.temperature, kTemperatures, options.temperature),
        choose("--confidence", words.confidence, kConfidences, options.confidence),
        choose("--fail-on", words.fail_on, kSeverities, options.fail_on),
        choose("--sort", words.sort, kSorts, options.sort), choose("--color", words.color, kColors, chosen)}) {
    if (error) return error;
  }
  color = chosen.value_or(Color::kAuto);
  return std::nullopt;
}

void ReadingOptions::add_to(CLI::App& app, Options& options) {
  app.add_flag("--no-project", no_project_, "Read files that are named without the rest of their project");
  app.add_option("--python", options.python,
                 "Environment of the packages that the code imports: its folder, or its interpreter")
      ->type_name("PATH");
  app.add_option("--with", options.summaries, "Summary of a package that the code imports, by `summarize`")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_flag("--no-environment", no_environment_, "Read nothing of third-party packages");
  const catalog::TorchVersions& known = catalog::torch_versions();
  app.add_option("--torch-version", options.torch_version,
                 "Version of torch on which the code runs, " + text_of(known.oldest) + " to " + text_of(known.newest) +
                     " [" + text_of(known.measured) + ", the measured one]")
      ->type_name("X.Y");
}

void ReadingOptions::read(Options& options) const {
  if (no_project_) options.project = false;
  if (no_environment_) options.environment = false;
}

std::optional<std::string> wrong_jobs(const CLI::Option& option, unsigned jobs) {
  if (option.count() == 0 || (jobs > 0 && jobs <= kMostJobs)) return std::nullopt;
  return "`--jobs` is a number from 1 to " + std::to_string(kMostJobs);
}

}  // namespace syncfree::cli
