#include "cli/command_app.h"

#include <algorithm>
#include <cctype>

#include "analyzer/engine/suggestion.h"

namespace syncfree::cli {
namespace {

constexpr unsigned kMostJobs = 1024;
constexpr std::string_view kEnvironmentPrefix = "SYNCFREE_LINT_";

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

/// Every option with its variable behind it makes the help unreadable; the footer says how they are called.
std::string help_of(CLI::App& app) {
  for (CLI::Option* option : app.get_options({})) option->envname("");
  return app.help();
}

}  // namespace

std::string one_of(std::string_view words) { return "{" + std::string(words) + "}"; }

CLI::Option* add_list(CLI::App& app, const std::string& name, Words& words, const std::string& what,
                      const std::string& help) {
  return app.add_option(name, words, help)->delimiter(',')->allow_extra_args(false)->type_name(what);
}

void read_from_environment(CLI::App& app, std::span<const std::string_view> options) {
  for (const std::string_view name : options) {
    std::string variable(kEnvironmentPrefix);
    for (const char c : name.substr(2)) {
      variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    app.get_option(std::string(name))->envname(variable);
  }
}

std::expected<std::optional<Message>, std::string> parse(CLI::App& app, std::span<const std::string> arguments) {
  Words reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Message{help_of(app)};
  } catch (const CLI::ParseError& error) {
    return std::unexpected(describe(error, app, arguments));
  }
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

std::optional<std::string> wrong_jobs(const CLI::Option& option, unsigned jobs) {
  if (option.count() == 0 || (jobs > 0 && jobs <= kMostJobs)) return std::nullopt;
  return "`--jobs` is a number from 1 to " + std::to_string(kMostJobs);
}

}  // namespace syncfree::cli
