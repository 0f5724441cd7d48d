// The settings of one place, a configuration file or the command line. Another place decides those that it leaves
// out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/engine/selection.h"
#include "cli/choices.h"
#include "driver/settings.h"

namespace syncfree::cli {

struct PerFileIgnore {
  std::string pattern;  ///< in the syntax of .gitignore
  std::vector<std::string> codes;
};

struct SeverityOf {
  std::string code;  ///< or a family, or a name
  engine::Severity severity = engine::Severity::kNote;
};

/// What holds in place of the others in files that match.
struct OverrideOptions {
  std::vector<std::string> files;  ///< patterns in the syntax of .gitignore
  engine::SelectionLayer rules;
  std::optional<engine::Temperature> temperature;
  std::optional<engine::Confidence> confidence;
  std::vector<SeverityOf> severity;
};

struct Options {
  engine::SelectionLayer rules;
  std::optional<engine::Temperature> temperature;  ///< the coldest that is reported
  std::optional<engine::Confidence> confidence;    ///< the weakest that is reported
  std::optional<engine::Severity> fail_on;         ///< the mildest that makes the run fail
  std::optional<OutputFormat> output_format;
  std::optional<Sort> sort;  ///< in what order findings are shown
  std::optional<std::vector<std::string>> exclude;
  std::vector<std::string> extend_exclude;  ///< beside what other places exclude
  std::optional<bool> force_exclude;
  std::optional<bool> respect_gitignore;
  std::optional<bool> project;                        ///< files are read within their projects
  std::optional<bool> environment;                    ///< third-party packages are read
  std::optional<std::string> python;                  ///< an interpreter or the folder of an environment
  std::optional<std::vector<std::string>> summaries;  ///< files of summaries of libraries
  std::optional<std::vector<PerFileIgnore>> per_file_ignores;
  std::vector<SeverityOf> severity;  ///< beside what other places say; goes before it
  std::optional<std::vector<OverrideOptions>> overrides;
  std::optional<std::vector<std::string>> hot;     ///< "file pattern::function"
  std::optional<std::vector<std::string>> blocks;  ///< dotted names
  std::optional<std::vector<driver::AssumedDevice>> devices;
  std::optional<std::vector<std::string>> src;  ///< folders from which modules are imported
  std::optional<std::string> torch_version;     ///< on which the code runs
};

}  // namespace syncfree::cli
