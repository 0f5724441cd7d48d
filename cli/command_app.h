// The common part of the commands' options: how they are declared and parsed, and the errors about wrong ones.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/arguments.h"
#include "cli/choices.h"

namespace syncfree::cli {

using Words = std::vector<std::string>;

/// Options that are words of a list, before they are understood.
struct ChoiceWords {
  std::string temperature, confidence, fail_on, sort, color = "auto";
};

/// "{a,b,c}": what an option takes, for the help and for shells that complete it.
std::string one_of(std::string_view words);
template <class T, std::size_t N>
std::string one_of(const std::array<std::pair<std::string_view, T>, N>& choices) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : ",") + std::string(choice.first);
  return one_of(words);
}

/// One value each time, or several with commas: a path behind it is a path.
CLI::Option* add_list(CLI::App& app, const std::string& name, Words& words, const std::string& what,
                      const std::string& help);

/// What is read beside the named files: their project, packages and summaries of these, for a version of torch.
class ReadingOptions {
 public:
  /// The options must outlive the parsing.
  void add_to(CLI::App& app, Options& options);
  /// After the parsing.
  void read(Options& options) const;

 private:
  bool no_project_ = false, no_environment_ = false;
};

/// Help, or an error, or nothing when all is well.
std::expected<std::optional<Message>, std::string> parse(CLI::App& app, std::span<const std::string> arguments);

/// The error is one sentence without a full stop.
std::optional<std::string> read_choices(const ChoiceWords& words, Options& options, Color& color);

/// Nothing: all is well, or the option was not given.
std::optional<std::string> wrong_jobs(const CLI::Option& option, unsigned jobs);

template <class T, std::size_t N>
std::optional<std::string> choose(std::string_view option, const std::string& word,
                                  const std::array<std::pair<std::string_view, T>, N>& choices, std::optional<T>& out) {
  if (word.empty()) return std::nullopt;
  const auto choice = parse_choice(option, word, choices);
  if (!choice) return choice.error();
  out = *choice;
  return std::nullopt;
}

}  // namespace syncfree::cli
