// The error about a command line that cannot be understood.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

namespace syncfree::cli {

/// CLI11's errors in the program's words, one line. It reads the values of options again.
std::string usage_error(const CLI::ParseError& error, CLI::App& app, std::span<const std::string> arguments);

/// The words for a value that the option cannot have, of which `name` says where it comes from; nothing: it can.
std::optional<std::string> wrong_value(CLI::Option& option, const std::string& name);

/// A file or a folder without a name: `--config ''`, `--config=`. Nothing: all have one.
std::optional<std::string> empty_value(const CLI::App& app, std::span<const std::string> arguments);

}  // namespace syncfree::cli
