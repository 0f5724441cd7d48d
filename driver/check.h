// The analysis of a run, from paths or texts to a report: the way in for the command line, an editor and the tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/engine/goal.h"
#include "analyzer/engine/judging/insight.h"
#include "analyzer/engine/judging/runs.h"
#include "analyzer/engine/report_data.h"
#include "driver/checked_file.h"
#include "driver/progress.h"
#include "driver/request.h"
#include "driver/take_apart.h"

namespace syncfree::driver {

/// What is known of the names in a file.
struct FileNames {
  std::uint32_t file = 0;  ///< index into Report::files
  std::vector<engine::KnownName> names;
};

struct CheckResult {
  std::vector<CheckedFile> files;            ///< what `report` points into
  engine::Report report;                     ///< the wanted findings, and all problems, sorted
  std::vector<engine::BaselineEntry> stale;  ///< entries of the baseline that nothing matches
  bool named_path_missing = false;           ///< a path was named that is not there
  std::string fault;                         ///< a configuration is wrong, and nothing was analysed: one line
  std::vector<engine::HotFunction> hot;      ///< of the reported files, sorted; files as in Report::files. Of a request
                                             ///< that keeps nothing, in those that are described
  std::vector<FileNames> names;              ///< of files that the request wants described and that were analysed now
  std::vector<engine::RunFunction> runs;     ///< if the request wants them, sorted by key; files as in Report::files
  engine::GoalAnswers goals;                 ///< if the request wants them; files as in Report::files
  Remains remains;                           ///< what the analysis worked with; nobody needs it
};

/// Analyses what the request names, and whatever has to be read for that.
///
/// To end it early, another thread or a signal handler calls work::ask_to_stop() (analyzer/work). The result then holds
/// the findings of files that were analysed to the end, and `report.interrupted` says how many these are; nothing is
/// cached. Before the next analysis, call work::forget_to_stop(). Since that holds for all threads, run one at a time.
CheckResult check(const CheckRequest& request, Progress& progress);

}  // namespace syncfree::driver
