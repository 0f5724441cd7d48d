// The words that a shell completes: each command's options and their values, read off their declarations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::cli {

enum class Taken : std::uint8_t { kNothing, kText, kChoice, kFile, kFolder, kRule };

struct CompletedOption {
  std::vector<std::string> names;  ///< with their dashes; empty for a positional
  std::string help;
  Taken taken = Taken::kNothing;
  std::vector<std::string> choices;  ///< of kChoice
  bool is_list = false;              ///< several with commas
};

struct CompletedCommand {
  std::string_view name;
  std::string_view help;
  std::vector<CompletedOption> options;
  std::vector<CompletedOption> positionals;
};

/// `check` first.
std::vector<CompletedCommand> completed_commands();

/// Codes, and ALL.
std::vector<std::string_view> completed_rules();

}  // namespace syncfree::cli
