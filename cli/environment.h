// Options that variables of the environment stand for: SYNCFREE_LINT_OUTPUT_FORMAT for --output-format.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace syncfree::cli {

/// CLI11 reads variables too, but would blame the option for what a variable says.
class Environment {
 public:
  /// Each of the options' long names has a variable. The app outlives this.
  Environment(CLI::App& app, std::span<const std::string_view> options);

  /// Once the command line is parsed: sets the options that it lacks. The error names the variable.
  std::optional<std::string> take();
  /// Of an error that begins with an option that a variable has set, the same about the variable.
  std::string blamed(std::string error) const;
  /// Of each variable that is named like these and stands for no option, one line.
  std::vector<std::string> unknown() const;

 private:
  struct Variable {
    std::string name;
    CLI::Option* option;
    bool is_taken = false;
  };
  std::vector<Variable> variables_;
};

}  // namespace syncfree::cli
