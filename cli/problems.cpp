#include "cli/problems.h"

#include <string>

#include <unistd.h>

#include "analyzer/report/display_line.h"
#include "analyzer/system/write_file.h"

namespace syncfree::cli {
namespace {

std::string problem_text(const engine::Problem& problem) {
  std::string place = report::printable(problem.path);
  if (problem.line > 0) place += ":" + std::to_string(problem.line);
  if (problem.column > 0) place += ":" + std::to_string(problem.column);
  return std::string(problem.fatal ? "error: " : "warning: ") + place + ": " + report::printable(problem.message) +
         "\n";
}

}  // namespace

void show_problems(std::span<const engine::Problem> problems, bool quiet) {
  std::string text;
  for (const engine::Problem& problem : problems) {
    if (problem.fatal || !quiet) text += problem_text(problem);
  }
  static_cast<void>(sys::write_descriptor(STDERR_FILENO, text));
}

}  // namespace syncfree::cli
