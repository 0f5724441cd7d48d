#include "cli/environment.h"

#include <algorithm>
#include <cctype>

#include "analyzer/engine/suggestion.h"
#include "analyzer/system/environment_variables.h"
#include "cli/usage_error.h"

namespace syncfree::cli {
namespace {

constexpr std::string_view kPrefix = "SYNCFREE_LINT_";

std::string variable_of(std::string_view long_name) {
  std::string variable(kPrefix);
  for (const char c : long_name)
    variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return variable;
}

}  // namespace

Environment::Environment(CLI::App& app, std::span<const std::string_view> options) {
  for (const std::string_view name : options) {
    CLI::Option* option = app.get_option(std::string(name));
    for (const std::string& each : option->get_lnames()) variables_.push_back({variable_of(each), option});
  }
}

std::optional<std::string> Environment::take() {
  // All before the first is set: the variables of one option are values of one list.
  for (Variable& variable : variables_) {
    variable.is_taken = variable.option->count() == 0 && !sys::variable(variable.name).value_or("").empty();
  }
  for (const Variable& variable : variables_) {
    if (variable.is_taken) variable.option->add_result(*sys::variable(variable.name));
  }
  for (const Variable& variable : variables_) {
    if (!variable.is_taken) continue;
    if (auto error = wrong_value(*variable.option, variable.name)) return error;
  }
  return std::nullopt;
}

std::string Environment::blamed(std::string error) const {
  for (const Variable& variable : variables_) {
    const std::string option = "`--" + variable.option->get_lnames().front() + "`";
    if (variable.is_taken && error.starts_with(option)) return "`" + variable.name + "`" + error.substr(option.size());
  }
  return error;
}

std::vector<std::string> Environment::unknown() const {
  std::vector<std::string_view> known;
  for (const Variable& variable : variables_) known.push_back(variable.name);
  std::vector<std::string> lines;
  for (const std::string& name : sys::variable_names()) {
    if (!name.starts_with(kPrefix) || std::ranges::find(known, name) != known.end()) continue;
    std::string line = "no option is set by the environment variable `" + name + "`";
    if (const auto near = engine::closest_word(name, known)) line += "; did you mean `" + std::string(*near) + "`?";
    lines.push_back(std::move(line));
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace syncfree::cli
