#include "cli/arguments.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "analyzer/engine/suggestion.h"
#include "cli/command_app.h"
#include "cli/command_options.h"
#include "cli/configuration_keys.h"
#include "driver/found_files.h"

namespace syncfree::cli {
namespace {

/// A command whose options say all there is to say of it.
class SmallCommand : public Command {
 public:
  SmallCommand(std::string description, std::string name) : app_(std::move(description), std::move(name)) {}

  const CLI::App& app() const override { return app_; }
  std::expected<Arguments, std::string> read(std::span<const std::string> words) final {
    const auto done = parse(app_, words);
    if (!done) return std::unexpected(done.error());
    if (*done) return **done;
    return arguments();
  }

 protected:
  virtual std::expected<Arguments, std::string> arguments() = 0;
  CLI::App app_;
};

class ExplainCommand final : public SmallCommand {
 public:
  ExplainCommand()
      : SmallCommand("Shows the page of a rule: what it finds, why it blocks, bad and good code, and the evidence.",
                     "syncfree-lint explain") {
    app_.add_option("RULE", explain_.rule, "A code (SF301) or a name (host-scalar-read)")->required();
    app_.add_option("--color", color_, "Colours [auto]")->type_name(one_of(kColors));
  }

 private:
  std::expected<Arguments, std::string> arguments() override {
    const auto choice = parse_choice("--color", color_, kColors);
    if (!choice) return std::unexpected(choice.error());
    explain_.color = *choice;
    return explain_;
  }

  ExplainArguments explain_;
  std::string color_ = "auto";
};

class RulesCommand final : public SmallCommand {
 public:
  RulesCommand() : SmallCommand("Lists all rules.", "syncfree-lint rules") {
    app_.add_option("--output-format", format_, "How to write the list [text]")->type_name(one_of(kRulesFormats));
  }

 private:
  std::expected<Arguments, std::string> arguments() override {
    const auto choice = parse_choice("--output-format", format_, kRulesFormats);
    if (!choice) return std::unexpected(choice.error());
    return RulesArguments{*choice};
  }

  std::string format_ = "text";
};

class CleanCommand final : public SmallCommand {
 public:
  CleanCommand() : SmallCommand("Removes the cache of earlier runs.", "syncfree-lint clean") {
    app_.add_option("--cache-dir", clean_.cache_folder, "Where it is kept [~/.cache/syncfree-lint]")->type_name("DIR");
  }

 private:
  std::expected<Arguments, std::string> arguments() override { return clean_; }

  CleanArguments clean_;
};

class SummarizeCommand final : public SmallCommand {
 public:
  SummarizeCommand()
      : SmallCommand(
            "Writes what the functions and classes of a package give, and which of their calls wait inside, as JSON "
            "that "
            "`--with` and the key `summaries` take. The package is read, and never imported.",
            "syncfree-lint summarize") {
    app_.add_option("PACKAGE", summarize_.package, "Folder of the package, or its name in the environment")->required();
    app_.add_option("--with", summarize_.with, "Summary of a package that it imports; can be given several times")
        ->allow_extra_args(false)
        ->type_name("FILE");
    app_.add_option("--python", summarize_.python, "Environment of the package: its folder, or its interpreter")
        ->type_name("PATH");
    app_.add_option("--output-file", summarize_.output_file, "Write the summary there, whole or not at all")
        ->type_name("FILE");
    app_.add_option("--jobs,-j", summarize_.jobs, "Threads [all processors]")->type_name("N");
    app_.add_flag("--quiet,-q", summarize_.quiet, "No progress, and no files that could not be read");
  }

 private:
  std::expected<Arguments, std::string> arguments() override {
    if (const auto error = wrong_jobs(*app_.get_option("--jobs"), summarize_.jobs)) return std::unexpected(*error);
    return summarize_;
  }

  SummarizeArguments summarize_;
};

class LspCommand final : public SmallCommand {
 public:
  LspCommand()
      : SmallCommand("Serves an editor with the Language Server Protocol, over standard input and output.",
                     "syncfree-lint lsp") {
    app_.add_flag("--stdio", is_stdio_, "What happens anyway; some clients ask for it");
    app_.add_option("--jobs,-j", lsp_.jobs, "Threads [all processors]")->type_name("N");
  }

 private:
  std::expected<Arguments, std::string> arguments() override {
    if (const auto error = wrong_jobs(*app_.get_option("--jobs"), lsp_.jobs)) return std::unexpected(*error);
    return lsp_;
  }

  LspArguments lsp_;
  bool is_stdio_ = false;
};

class SchemaCommand final : public SmallCommand {
 public:
  SchemaCommand() : SmallCommand("Prints the JSON schema of the configuration, for editors.", "syncfree-lint schema") {}

 private:
  std::expected<Arguments, std::string> arguments() override { return Message{configuration_schema().dump(2) + "\n"}; }
};

class CompletionsCommand final : public SmallCommand {
 public:
  CompletionsCommand()
      : SmallCommand("Prints a script by which a shell completes commands, options, their values and rules.",
                     "syncfree-lint completions") {
    app_.add_option("SHELL", shell_, "The shell")->required()->type_name(one_of(kShells));
    app_.footer(
        "bash: source <(syncfree-lint completions bash)\n"
        "zsh:  syncfree-lint completions zsh > \"${fpath[1]}/_syncfree-lint\"\n"
        "fish: syncfree-lint completions fish > ~/.config/fish/completions/syncfree-lint.fish");
  }

 private:
  std::expected<Arguments, std::string> arguments() override {
    const auto shell = parse_choice("SHELL", shell_, kShells);
    if (!shell) return std::unexpected(shell.error());
    return CompletionsArguments{*shell};
  }

  std::string shell_;
};

template <class Made>
std::unique_ptr<Command> make() {
  return std::make_unique<Made>();
}

constexpr std::array<NamedCommand, 11> kCommands = {{
    {"check", " PATH...", "Analyse files and folders; the default command", make_check_command},
    {"confirm", " -- PROGRAM...", "Run a program on a GPU and measure which findings stall it", make_confirm_command},
    {"verify", " -- PROGRAM...", "Try rewrites on a GPU, and keep those that remove a wait and change no result",
     make_verify_command},
    {"plan", " PATH...", "List the waits of a step in order, with the remedy for each", make_plan_command},
    {"explain", " RULE", "Show the page of a rule, by code or name", make<ExplainCommand>},
    {"rules", "", "List all rules", make<RulesCommand>},
    {"lsp", "", "Serve an editor: findings and fixes while you type", make<LspCommand>},
    {"summarize", " PACKAGE", "Summarize a library: the results of its functions, and which of them wait",
     make<SummarizeCommand>},
    {"schema", "", "Print the JSON schema of the configuration", make<SchemaCommand>},
    {"completions", " SHELL", "Print a script that completes words in bash, zsh or fish", make<CompletionsCommand>},
    {"clean", "", "Remove the cache of earlier runs", make<CleanCommand>},
}};

/// A first word that is near a command's name and no file; nothing: it may be a path.
std::optional<std::string> mistyped_command(const std::string& word) {
  if (word.empty() || word.starts_with('-') || word.find_first_of("./") != std::string::npos) return std::nullopt;
  if (!driver::is_missing(word)) return std::nullopt;
  std::vector<std::string_view> names;
  for (const NamedCommand& command : kCommands) names.push_back(command.name);
  const auto near = engine::closest_word(word, names);
  if (!near) return std::nullopt;
  return "`" + word + "` is neither a command nor a file; did you mean `" + std::string(*near) + "`?";
}

}  // namespace

std::span<const NamedCommand> all_commands() { return kCommands; }

std::vector<Options> command_line_layers(const CheckArguments& arguments) {
  std::vector<Options> layers = arguments.inline_options;
  layers.push_back(arguments.options);
  return layers;
}

std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments) {
  const std::string_view word = arguments.empty() ? "" : std::string_view(arguments.front());
  const auto named = std::ranges::find(kCommands, word, &NamedCommand::name);
  if (named == kCommands.end()) {
    if (!arguments.empty()) {
      if (auto error = mistyped_command(arguments.front())) return std::unexpected(std::move(*error));
    }
    return make_check_command()->read(arguments);
  }
  return named->make()->read(arguments.subspan(1));
}

}  // namespace syncfree::cli
