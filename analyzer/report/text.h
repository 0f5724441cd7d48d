// The report for people: each finding with its source line, the reason and what to do, and a summary at the end.
#pragma once

#include <ostream>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

struct TextOptions {
  bool color = false;   ///< ANSI sequences
  bool summary = true;  ///< the closing lines
};

/// Problems are only counted; who runs the analysis says them where errors go.
void write_text(const engine::Report& report, std::ostream& out, const TextOptions& options);

}  // namespace syncfree::report
