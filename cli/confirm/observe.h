// Runs a program under the observer and reads what was seen.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/confirm/program.h"
#include "cli/confirm/recording.h"

namespace syncfree::confirm {

struct Observation {
  std::vector<std::string> program;  ///< and its arguments
  unsigned warm_up = 5;
  unsigned steps = 20;
  bool idle = true;        ///< tell how long the GPU had no work after each wait
  bool native = false;     ///< native frames in Python programs, too
  unsigned timeline = 10;  ///< of those steps, in which the GPU's work is recorded; at most half of them
  std::string step;        ///< a function, "profiler", "nvtx:NAME"; empty: the optimizer's steps
  std::vector<std::string> sources;
  std::string cupti;        ///< this libcupti
  std::string keep_record;  ///< folder for the records; empty: none is kept
  /// Results that are kept beside those that the program keeps itself: "losses", "step" (what the function of `step`
  /// returns), or functions.
  std::vector<std::string> keep;
  std::string folder;  ///< as ProgramStart::folder
  std::string output;  ///< as ProgramStart::output
  std::vector<std::pair<std::string, std::string>> environment;
  std::optional<double> limit_seconds;
};

struct Observed {
  ProgramEnd end;
  Recording recording;
};

/// The error is one line: the program was not run.
std::expected<Observed, std::string> observe(const Observation& observation);

}  // namespace syncfree::confirm
