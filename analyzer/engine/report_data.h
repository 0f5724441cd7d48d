// Everything a report format needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/goal.h"
#include "analyzer/engine/rule.h"
#include "analyzer/source/line_table.h"
#include "analyzer/source/notebook.h"

namespace syncfree::engine {

struct ReportedFile {
  std::string path;       ///< as the user would type it, relative to the working directory if it lies below
  std::string uri;        ///< relative to the repository (or working directory), '/'-separated, not yet percent-encoded
  std::string_view text;  ///< UTF-8
  const source::LineTable* lines;              ///< of `text`
  const source::Notebook* notebook = nullptr;  ///< null for a file that is its text
  bool reported = true;  ///< false: findings of other files point into it, and its own are not told
};

/// What a problem says of the code, in whatever words.
enum class ProblemKind : std::uint8_t {
  kNotice,  ///< nothing: how it was read, or that it was not read on purpose
  kUnread,  ///< some of it could not be read, or was not analysed to the end
};

/// A message about a file or about the run itself that is no finding: unreadable, syntax error, refused.
struct Problem {
  std::string path;
  std::string uri;           ///< as ReportedFile::uri
  std::uint32_t line = 0;    ///< 1-based; 0 without a place
  std::uint32_t column = 0;  ///< 1-based character; 0 without a place
  std::string message;
  bool fatal = false;  ///< the file was not analysed at all
  ProblemKind kind = ProblemKind::kNotice;
};

/// Findings that the levels of the run leave out.
struct Hidden {
  std::size_t cold = 0;      ///< colder than what is asked for, and sure enough
  std::size_t possible = 0;  ///< less sure than what is asked for, and not too cold
  std::size_t both = 0;      ///< too cold and not sure enough
};

/// A run that was broken off: what the report holds is not all that is there.
struct Interrupted {
  std::size_t analysed = 0;  ///< files, to the end
  std::size_t files = 0;     ///< that were to be analysed
};

/// In which a report is read.
enum class Order : std::uint8_t { kPath, kWorth };

/// What was asked of functions. The report's findings are what stops the goal.
struct ReportedGoal {
  Goal goal = Goal::kCapture;
  std::vector<GoalAnswer> functions;  ///< files as in the report
};

/// Findings are sorted by file path, then position, then code.
struct Report {
  std::vector<ReportedFile> files;
  std::vector<Finding> findings;
  std::vector<Problem> problems;
  std::span<const RuleInfo> rules;
  std::string root;  ///< absolute directory that `uri`s are relative to
  std::string version;
  Order order = Order::kPath;  ///< in which formats show the findings
  Hidden hidden;
  std::optional<Interrupted> interrupted;
  std::optional<ReportedGoal> goal;
};

}  // namespace syncfree::engine
