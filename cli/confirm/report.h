// The report of `confirm`, in each output format.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "cli/confirm/comparison.h"
#include "cli/confirm/join.h"
#include "cli/confirm/recording.h"

namespace syncfree::confirm {

struct Confirmation {
  const Recording& recording;
  const engine::Report& report;
  const Joined& joined;
  const Comparison* comparison = nullptr;  ///< with an earlier run, if there is one
  std::vector<std::string> failures;       ///< what a gate does not let pass
  std::optional<int> exit_status;          ///< of the program; nothing of a recording
};

struct TextOptions {
  bool color = false;
  bool summary = true;
};

void write_text(const Confirmation& confirmation, std::ostream& out, const TextOptions& options);
void write_concise(const Confirmation& confirmation, std::ostream& out);
void write_json(const Confirmation& confirmation, std::ostream& out);

/// One file for a browser: the timeline of the steps with zoom and search, and the waits with their source.
void write_html(const Confirmation& confirmation, std::ostream& out);

/// What blocked, as results with the measurement in the message: what was found under its rule, the rest under the
/// rule `blocked-but-not-found`. Findings that did not block are notes.
void write_sarif(const Confirmation& confirmation, std::ostream& out);

}  // namespace syncfree::confirm
