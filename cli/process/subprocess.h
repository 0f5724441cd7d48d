// Another program, run to its end.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace syncfree::cli {

struct Finished {
  int status = -1;  ///< of exit; 128 + signal if it was ended by one
  std::string out;
  std::string error;
};

/// Runs `words[0]`, looked up on PATH, with nothing on its standard input. The error says why it could not be started.
std::expected<Finished, std::string> run_program(const std::vector<std::string>& words);

/// What the program writes to its standard output. The error is one line: it cannot be run, or has failed.
std::expected<std::string, std::string> output_of(const std::vector<std::string>& words);

}  // namespace syncfree::cli
