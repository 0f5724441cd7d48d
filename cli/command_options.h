// The commands as objects: each declares its options when it is made, and reads words into arguments.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/arguments.h"

namespace CLI {
class App;
}

namespace syncfree::cli {

class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Once: the words behind the command's name. The error is one line: wrong use.
  virtual std::expected<Arguments, std::string> read(std::span<const std::string> words) = 0;
  virtual const CLI::App& app() const = 0;
};

std::unique_ptr<Command> make_check_command();
std::unique_ptr<Command> make_confirm_command();
std::unique_ptr<Command> make_plan_command();
std::unique_ptr<Command> make_verify_command();

struct NamedCommand {
  std::string_view name;
  std::string_view takes;  ///< " PATH...", for the help
  std::string_view help;
  std::unique_ptr<Command> (*make)();
};

/// All of them, `check` first: it is what happens without a name.
std::span<const NamedCommand> all_commands();

}  // namespace syncfree::cli
