// A small report made by hand: every kind of place, level and text that a format has to show.
#pragma once

#include <memory>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// Owns what the report points to.
class SampleReport {
 public:
  SampleReport();
  const engine::Report& report() const { return report_; }
  engine::Report& report() { return report_; }

  /// Without findings, and without problems.
  static engine::Report empty();

 private:
  engine::Report report_;
  std::vector<std::unique_ptr<source::LineTable>> lines_;
};

}  // namespace syncfree::report
