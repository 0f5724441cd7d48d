// Two reports of one program, as JSON: before a change and now.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/confirm/result_comparison.h"

namespace syncfree::confirm {

/// How a figure spread over the steps of a run; for a share, over its own steps.
struct Spread {
  double least = 0, middle = 0, most = 0;
  bool known = false;
};

/// A place that held the host.
struct BlockedPlace {
  std::string place;  ///< "train.py:46:21", or the function
  std::string key;    ///< the same before and after lines above it have moved
  std::string code;   ///< of the rule, or "-"
  double blocked = 0, blocked_ms = 0;
};

struct RunFigures {
  double blocked = 0, blocked_ms = 0;  ///< a step, or of the whole run
  Spread step_ms;                      ///< quartiles, and the median
  Spread idle_share;
  std::vector<BlockedPlace> places;
  std::optional<int> exit_status;  ///< of the program; nothing of a recording
  std::vector<ProcessResults> results;

  bool has_results() const;
};

struct Comparison {
  std::string name;  ///< of the file with what was before
  RunFigures before, now;
  std::vector<BlockedPlace> fresh;  ///< blocked now, not before
  std::vector<BlockedPlace> gone;
  std::vector<NameComparison> results;

  /// In their values, or in how the program ended.
  bool results_differ() const;
};

/// Of a report that `--output-format json` wrote. The error is one line.
std::expected<RunFigures, std::string> read_figures(std::string_view json);

Comparison compare(std::string name, RunFigures before, RunFigures now, const Tolerance& tolerance = {});

/// For people, some lines.
std::string comparison_text(const Comparison& comparison);

}  // namespace syncfree::confirm
