// The analysis of a run, from paths to a report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/source/line_table.h"
#include "analyzer/source/source_file.h"
#include "cli/baseline.h"
#include "cli/git_changes.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "cli/take_apart.h"
#include "frontends/clang/compilation_database.h"

namespace syncfree::cli {

/// Source that comes from elsewhere than its file.
struct SourceText {
  std::string path;  ///< what it is called
  std::string bytes;
};

struct CheckRequest {
  std::vector<std::string> paths;
  std::optional<SourceText> text;                        ///< in place of `paths`
  std::unordered_map<std::string, std::string> changed;  ///< by path: what the text is to be, in place of the file's
  Settings settings;
  std::optional<Baseline> baseline;                          ///< what it holds is suppressed
  std::optional<ChangedLines> changes;                       ///< findings elsewhere are left out
  std::optional<clang_frontend::CompilationDatabase> build;  ///< exact mode
  /// What goes before the configurations of folders below the named ones; nothing: `settings` hold for every file.
  std::optional<Options> command_line;
  std::optional<std::filesystem::path> cache;  ///< the folder that keeps what is found; nothing: it is found anew
  unsigned jobs = 1;
};

/// A file as a report points to it; on the heap, so that it stays where it is.
struct CheckedFile {
  std::unique_ptr<source::SourceFile> source;
  std::unique_ptr<source::LineTable> lines;
};

struct CheckResult {
  std::vector<CheckedFile> files;            ///< what `report` points into
  engine::Report report;                     ///< the wanted findings, and all problems, sorted
  std::vector<engine::BaselineEntry> stale;  ///< of the baseline: what is found no more
  bool named_path_missing = false;           ///< a path was named that is not there
  std::string fault;                         ///< a configuration is wrong, and nothing was analysed: one line
  Remains remains;                           ///< what the analysis worked with; nobody needs it
};

CheckResult check(const CheckRequest& request, Progress& progress);

}  // namespace syncfree::cli
