// `syncfree-lint completions SHELL`: scripts made of what the commands declare.
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/completion_words.h"

namespace syncfree::cli {
namespace {

template <class Range>
std::string joined(const Range& words, std::string_view between) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? std::string() : std::string(between)) + std::string(word);
  return text;
}

std::string names_of(const std::vector<CompletedCommand>& commands, std::string_view between) {
  return joined(commands | std::views::transform(&CompletedCommand::name), between);
}

/// `text` with a backslash before each of `characters`.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// In single quotes, for each of the shells: what ends them stands outside.
std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// bash

std::string bash_reply(const CompletedOption& option) {
  const std::string function = option.is_list ? "_syncfree_lint_list" : "_syncfree_lint_words";
  switch (option.taken) {
    case Taken::kChoice:
      return function + " \"" + joined(option.choices, " ") + "\"";
    case Taken::kRule:
      return function + " \"$rules\"";
    case Taken::kFile:
      return "_syncfree_lint_paths -f";
    case Taken::kFolder:
      return "_syncfree_lint_paths -d";
    case Taken::kNothing:
    case Taken::kText:
      return ":";
  }
  return {};
}

constexpr std::string_view kBashHelpers = R"(# syncfree-lint in bash; `syncfree-lint completions bash` prints this.
_syncfree_lint_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_syncfree_lint_list() {
  local last=${current##*,}
  mapfile -t COMPREPLY < <(compgen -P "${current%"$last"}" -W "$1" -- "$last")
  compopt -o nospace 2>/dev/null
}
_syncfree_lint_paths() {
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
  compopt -o filenames 2>/dev/null
}
_syncfree_lint() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=check
  COMPREPLY=()
  # `--option=value` comes as three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)";

std::string bash_script(const std::vector<CompletedCommand>& commands) {
  std::string text(kBashHelpers);
  text += "  local rules=\"" + joined(completed_rules(), " ") + "\"\n";
  text += "  if ((COMP_CWORD > 1)); then\n    case ${COMP_WORDS[1]} in " + names_of(commands, " | ") +
          ") command=${COMP_WORDS[1]} ;; esac\n  fi\n";
  text += "  case $command,$previous in\n";
  std::string after;
  for (const CompletedCommand& command : commands) {
    std::vector<std::string> names;
    for (const CompletedOption& option : command.options) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.taken == Taken::kNothing) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(std::string(command.name) + "," + name);
      text += "    " + joined(patterns, " | ") + ")\n      " + bash_reply(option) + "\n      return\n      ;;\n";
    }
    after += "    " + std::string(command.name) + ",-*) _syncfree_lint_words \"" + joined(names, " ") + "\" ;;\n";
    for (const CompletedOption& positional : command.positionals)
      after += "    " + std::string(command.name) + ",*) " + bash_reply(positional) + " ;;\n";
  }
  text += "  esac\n  case $command,$current in\n" + after + "  esac\n";
  text +=
      "  if ((COMP_CWORD == 1)) && [[ $current != -* ]]; then\n    local word\n    while read -r word; do "
      "COMPREPLY+=(\"$word\"); done < <(compgen -W \"" +
      names_of(commands, " ") + "\" -- \"$current\")\n  fi\n}\ncomplete -F _syncfree_lint syncfree-lint\n";
  return text;
}

// zsh

std::string zsh_action(const CompletedOption& option) {
  // The space keeps _arguments from adding arguments of its own.
  const std::string values = option.is_list ? " _values -s , value " : " compadd -- ";
  switch (option.taken) {
    case Taken::kChoice:
      return values + joined(option.choices, " ");
    case Taken::kRule:
      return values + "$rules";
    case Taken::kFile:
      return "_files";
    case Taken::kFolder:
      return "_files -/";
    case Taken::kNothing:
    case Taken::kText:
      return " ";
  }
  return {};
}

std::string zsh_specifications(const CompletedCommand& command) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    for (const std::string& name : option.names) {
      std::string specification = "*" + name;
      if (option.taken != Taken::kNothing) specification += name.starts_with("--") ? "=" : "+";
      specification += "[" + escaped(option.help, "[]:\\") + "]";
      if (option.taken != Taken::kNothing) specification += ":value:" + zsh_action(option);
      text += " \\\n        " + in_quotes(specification);
    }
  }
  for (const CompletedOption& positional : command.positionals)
    text += " \\\n        " + in_quotes("*:value:" + zsh_action(positional));
  return text;
}

std::string zsh_script(const std::vector<CompletedCommand>& commands) {
  std::string text =
      "#compdef syncfree-lint\n# syncfree-lint in zsh; `syncfree-lint completions zsh` prints this.\n_syncfree-lint() "
      "{\n"
      "  local command=check\n  local -a rules=(" +
      joined(completed_rules(), " ") + ") commands=(\n";
  for (const CompletedCommand& command : commands)
    text += "    " + in_quotes(std::string(command.name) + ":" + escaped(command.help, ":")) + "\n";
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
      "    _describe command commands\n"
      "    _files\n"
      "    return\n"
      "  fi\n"
      "  if [[ $words[2] == (" +
      names_of(commands, "|") +
      ") ]]; then\n"
      "    command=$words[2]\n"
      "    shift words\n"
      "    (( CURRENT-- ))\n"
      "  fi\n"
      "  case $command in\n";
  for (const CompletedCommand& command : commands)
    text +=
        "    " + std::string(command.name) + ")\n      _arguments -s" + zsh_specifications(command) + "\n      ;;\n";
  return text +
         "  esac\n}\n"
         "# As a file of $fpath it is the function's body; read by `source` it registers itself.\n"
         "if [[ $funcstack[1] == _syncfree-lint ]]; then _syncfree-lint \"$@\"; else compdef _syncfree-lint "
         "syncfree-lint; fi\n";
}

// fish

std::string fish_action(const CompletedOption& option) {
  const auto words = [&](const auto& all) {
    return " -x -a " + in_quotes(option.is_list ? "(__fish_append , " + joined(all, " ") + ")" : joined(all, " "));
  };
  switch (option.taken) {
    case Taken::kNothing:
      return {};
    case Taken::kText:
      return " -x";
    case Taken::kChoice:
      return words(option.choices);
    case Taken::kRule:
      return words(completed_rules());
    case Taken::kFile:
      return " -r -F";
    case Taken::kFolder:
      return " -x -a " + in_quotes("(__fish_complete_directories)");
  }
  return {};
}

/// A backslash and a quote are escaped within fish's single quotes.
std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "\\'") + "'"; }

std::string fish_script(const std::vector<CompletedCommand>& commands) {
  const std::string_view start = "complete -c syncfree-lint";
  std::string text = "# syncfree-lint in fish; `syncfree-lint completions fish` prints this.\n";
  std::vector<std::string_view> others;
  for (const CompletedCommand& command : commands | std::views::drop(1)) others.push_back(command.name);
  const std::string is_check = "not __fish_seen_subcommand_from " + joined(others, " ");
  for (const CompletedCommand& command : commands) {
    text += std::string(start) + " -n __fish_use_subcommand -a " + std::string(command.name) + " -d " +
            fish_quoted(command.help) + "\n";
  }
  for (const CompletedCommand& command : commands) {
    const std::string condition =
        command.name == "check" ? is_check : "__fish_seen_subcommand_from " + std::string(command.name);
    for (const CompletedOption& option : command.options) {
      text += std::string(start) + " -n " + in_quotes(condition);
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fish_action(option) + " -d " + fish_quoted(option.help) + "\n";
    }
    for (const CompletedOption& positional : command.positionals) {
      if (positional.taken == Taken::kFile) continue;  // what fish does anyway
      text += std::string(start) + " -n " + in_quotes(condition) + fish_action(positional) + "\n";
    }
  }
  return text;
}

}  // namespace

ExitStatus run_completions(const CompletionsArguments& arguments) {
  const std::vector<CompletedCommand> commands = completed_commands();
  switch (arguments.shell) {
    case Shell::kBash:
      return print(bash_script(commands), kNothingFound);
    case Shell::kZsh:
      return print(zsh_script(commands), kNothingFound);
    case Shell::kFish:
      return print(fish_script(commands), kNothingFound);
  }
  return kFailure;
}

}  // namespace syncfree::cli
