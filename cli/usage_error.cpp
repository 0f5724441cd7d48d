#include "cli/usage_error.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "analyzer/engine/suggestion.h"

namespace syncfree::cli {
namespace {

/// What options call a value that names a file or a folder.
constexpr std::array<std::string_view, 5> kPlaces = {"FILE", "DIR", "FOLDER", "PATH", "RECORDING"};

std::string in_backquotes(std::string_view word) { return "`" + std::string(word) + "`"; }

/// "--jobs" of "--jobs=4", "-j" of "-j4"; empty for what is no option.
std::string option_name(const std::string& argument) {
  if (!argument.starts_with('-') || argument == "-") return {};
  return argument.starts_with("--") ? argument.substr(0, argument.find('=')) : argument.substr(0, 2);
}

std::span<const std::string> before_separator(std::span<const std::string> arguments) {
  const auto separator = std::ranges::find(arguments, "--");
  return arguments.first(static_cast<std::size_t>(separator - arguments.begin()));
}

/// As people write it: "--jobs", "-p", "RULE".
std::string shown_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return option.get_name();
}

std::string unknown_option(const std::string& name, const CLI::App& app) {
  std::vector<std::string> long_names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& each : option->get_lnames()) long_names.push_back("--" + each);
  }
  const std::vector<std::string_view> candidates(long_names.begin(), long_names.end());
  std::string message = "unknown option " + in_backquotes(name);
  if (const auto near = engine::closest_word(name, candidates))
    message += "; did you mean " + in_backquotes(*near) + "?";
  return message;
}

/// An option that is not known, or an argument that the command does not take.
std::string superfluous(const CLI::ParseError& error, const CLI::App& app, std::span<const std::string> arguments) {
  for (const std::string& argument : before_separator(arguments)) {
    const std::string name = option_name(argument);
    if (!name.empty() && app.get_option_no_throw(name) == nullptr) return unknown_option(name, app);
  }
  const std::vector<std::string> extra = app.remaining();
  if (extra.empty()) return error.what();
  std::string taken;
  for (const CLI::Option* option : app.get_options([](const CLI::Option* each) { return each->get_positional(); }))
    taken += (taken.empty() ? "" : " ") + option->get_name();
  return in_backquotes(extra.front()) + " is too much: " + in_backquotes(app.get_name()) + " takes " +
         (taken.empty() ? "options only" : "one " + taken);
}

/// Any word behind an option is its value, so that only the last word can lack one.
std::optional<std::string> option_without_value(const CLI::App& app, std::span<const std::string> arguments) {
  const auto words = before_separator(arguments);
  const std::string name = words.empty() ? "" : option_name(words.back());
  const CLI::Option* option = name.empty() || name != words.back() ? nullptr : app.get_option_no_throw(name);
  if (option == nullptr || option->get_items_expected_min() == 0) return std::nullopt;
  return in_backquotes(name) + " needs a value: " + option->get_type_name();
}

}  // namespace

std::optional<std::string> wrong_value(CLI::Option& option, const std::string& name) {
  if (option.results().empty()) return std::nullopt;
  try {
    option.run_callback();
  } catch (const CLI::ArgumentMismatch&) {
    return in_backquotes(name) + " is given more than once";
  } catch (const CLI::ParseError&) {
    const bool is_flag = option.get_items_expected_max() == 0;
    return in_backquotes(name) + " cannot be " + in_backquotes(option.results().back()) + "; it is " +
           (is_flag ? "true or false" : "a number");
  }
  return std::nullopt;
}

std::string usage_error(const CLI::ParseError& error, CLI::App& app, std::span<const std::string> arguments) {
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:
      return superfluous(error, app, arguments);
    case CLI::ExitCodes::ArgumentMismatch:
      if (auto message = option_without_value(app, arguments)) return *message;
      break;
    case CLI::ExitCodes::ConversionError:
      break;
    default:
      return error.what();
  }
  // Which option it is, CLI11 says in its message only.
  for (CLI::Option* option : app.get_options()) {
    if (auto message = wrong_value(*option, shown_name(*option))) return *message;
  }
  return error.what();
}

std::optional<std::string> empty_value(const CLI::App& app, std::span<const std::string> arguments) {
  for (const std::string& argument : before_separator(arguments)) {
    // CLI11 would take the next argument for the value.
    if (!argument.starts_with("--") || !argument.ends_with('=') || argument.find('=') + 1 != argument.size()) continue;
    const CLI::Option* option = app.get_option_no_throw(option_name(argument));
    if (option != nullptr && option->get_items_expected_min() > 0)
      return in_backquotes(option_name(argument)) + " is empty";
  }
  for (const CLI::Option* option : app.get_options()) {
    const std::string kind = option->get_positional() ? option->get_name() : option->get_type_name();
    if (std::ranges::find(kPlaces, kind) == kPlaces.end()) continue;
    if (std::ranges::any_of(option->results(), &std::string::empty))
      return in_backquotes(shown_name(*option)) + " is empty";
  }
  return std::nullopt;
}

}  // namespace syncfree::cli
