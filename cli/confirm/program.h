// Runs the program that is to be observed, with its own input and output.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace syncfree::confirm {

struct ProgramEnd {
  int status = 0;          ///< of its exit; 128 and the signal's number if one ended it
  bool timed_out = false;  ///< it was ended for running too long
};

struct ProgramStart {
  std::vector<std::string> words;  ///< the program and its arguments; PATH is searched
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< beside this program's own
  std::optional<double> limit_seconds = {};
  std::string folder = {};  ///< in which it runs; empty: this program's own
  std::string output = {};  ///< a file that gets its output and errors, in place of this program's own
};

/// Signals that are meant for the program reach it. The error is one line: it could not be started.
std::expected<ProgramEnd, std::string> run_program(const ProgramStart& start);

}  // namespace syncfree::confirm
