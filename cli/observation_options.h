// Options of commands that run a program under the observer.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/confirm/observe.h"
#include "cli/confirm/result_comparison.h"

namespace syncfree::cli {

/// The words behind `--` go into the observation, those before it are returned.
std::span<const std::string> take_program(std::span<const std::string> words, confirm::Observation& observation);

/// What a step is, and how many are observed.
class ObservationOptions {
 public:
  /// The observation must outlive the parsing.
  void add_to(CLI::App& app, confirm::Observation& observation);
  /// After the parsing. The error is one sentence without a full stop.
  std::optional<std::string> read(const CLI::App& app, confirm::Observation& observation) const;

 private:
  double limit_ = 0;
};

/// When results count as close.
class ToleranceOptions {
 public:
  void add_to(CLI::App& app);
  /// After the parsing. The error is one sentence without a full stop.
  std::expected<confirm::Tolerance, std::string> read(const CLI::App& app) const;

 private:
  double relative_ = 0, absolute_ = 0;
};

}  // namespace syncfree::cli
