#include "cli/completion_words.h"

#include <CLI/CLI.hpp>

#include "cli/command_options.h"
#include "rules/rule_table.h"

namespace syncfree::cli {
namespace {

Taken taken_by(const std::string& type) {
  if (type.starts_with('{')) return Taken::kChoice;
  if (type == "CODES" || type == "RULE") return Taken::kRule;
  if (type == "FILE" || type == "PATH" || type == "RECORDING") return Taken::kFile;
  if (type == "DIR" || type == "FOLDER") return Taken::kFolder;
  return Taken::kText;
}

CompletedOption completed(const CLI::Option& option) {
  CompletedOption result{.names = {}, .help = option.get_description()};
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  if (option.get_expected_max() == 0) return result;
  // A positional is called by what it takes.
  const std::string type = result.names.empty() ? option.get_name(true) : option.get_type_name();
  const std::string declared = option.get_type_name();
  result.taken = taken_by(declared.starts_with('{') ? declared : type);
  result.is_list = option.get_delimiter() == ',';
  if (result.taken == Taken::kChoice) result.choices = CLI::detail::split(declared.substr(1, declared.size() - 2), ',');
  return result;
}

}  // namespace

std::vector<CompletedCommand> completed_commands() {
  std::vector<CompletedCommand> commands;
  for (const NamedCommand& named : all_commands()) {
    CompletedCommand command{.name = named.name, .help = named.help, .options = {}, .positionals = {}};
    const auto made = named.make();
    for (const CLI::Option* option : made->app().get_options()) {
      CompletedOption found = completed(*option);
      (found.names.empty() ? command.positionals : command.options).push_back(std::move(found));
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

std::vector<std::string_view> completed_rules() {
  std::vector<std::string_view> words = {"ALL"};
  for (const engine::RuleInfo& rule : rules::rule_table()) words.push_back(rule.code);
  return words;
}

}  // namespace syncfree::cli
