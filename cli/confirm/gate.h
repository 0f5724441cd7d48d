// The budget of a run, and where the run exceeds it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/confirm/comparison.h"

namespace syncfree::confirm {

/// Bounds that a run keeps to; a missing one bounds nothing.
struct Budget {
  std::optional<double> waits;       ///< times that the host is blocked, a step
  std::optional<double> blocked_ms;  ///< a step
  std::optional<double> idle_share;  ///< of the GPU, 0 to 1
  std::optional<double> step_ms;     ///< the median

  bool bounds_something() const { return waits || blocked_ms || idle_share || step_ms; }
};

/// A TOML file with some of max-waits, max-blocked-ms, max-idle-share and max-step-ms. The error is one line.
std::expected<Budget, std::string> read_budget(std::string_view toml);

/// What is exceeded, a sentence each. A bound of a figure that the run does not give is exceeded.
std::vector<std::string> exceeded(const Budget& budget, const RunFigures& figures);

/// A sentence for each place that is new.
std::vector<std::string> new_places(const Comparison& comparison);

/// A sentence for each result that is different, and for another exit status.
std::vector<std::string> different_results(const Comparison& comparison);

}  // namespace syncfree::confirm
