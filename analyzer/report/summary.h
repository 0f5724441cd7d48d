// The numbers of a report, counted once for every format. Suppressed findings are counted apart.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

struct RuleCount {
  std::string_view code;
  std::size_t findings = 0;  ///< in which the rule speaks: as the finding's own, or along with another
  std::size_t own = 0;       ///< the first of these only, so that the rules' sum is the number of findings
  std::size_t hot = 0;
};

struct Summary {
  std::size_t findings = 0;
  std::size_t suppressed = 0;  ///< by comments
  std::size_t in_baseline = 0;
  std::size_t files = 0;                           ///< with a finding
  std::array<std::size_t, 3> by_temperature = {};  ///< by engine::Temperature
  std::array<std::size_t, 3> by_severity = {};     ///< by engine::Severity
  std::vector<RuleCount> by_rule;                  ///< sorted by code; none with zero
  std::size_t fatal_problems = 0;                  ///< files that were not analysed
  std::size_t other_problems = 0;

  std::size_t count(engine::Temperature temperature) const {
    return by_temperature[static_cast<std::size_t>(temperature)];
  }
};

Summary summarize(const engine::Report& report);

/// "1 finding", "12 findings".
std::string counted(std::size_t count, std::string_view singular, std::string_view plural);

}  // namespace syncfree::report
