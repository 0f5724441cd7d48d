// Other programs, run to their end.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syncfree::sys {

struct Program {
  std::vector<std::string> words;  ///< the first names it: by its path, or else it is looked up on PATH
  std::string_view input = {};     ///< what it gets on its standard input
  bool keeps_errors = true;        ///< of its standard error; else nobody gets them
  std::optional<std::chrono::seconds> most_time = {};
  std::size_t most_output = std::numeric_limits<std::size_t>::max();
};

struct ProgramEnd {
  int status = 0;            ///< of its exit; 128 + the signal's number if one ended it
  std::string signal;        ///< that one in words; empty: it ended by itself
  bool was_limited = false;  ///< the system ended it for its processor time or memory
  bool was_stopped = false;  ///< it took longer or wrote more than it may
  std::string out;
  std::string error;
};

/// The error says why it could not be started.
std::expected<ProgramEnd, std::string> run_program(const Program& program);

/// Whether the file may be run as a program.
bool may_run(const std::filesystem::path& file);

/// Whether a process of this number is there.
bool is_running(long process);

}  // namespace syncfree::sys
