// The lines of a rewrite as formats for people show them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/engine/report_data.h"
#include "analyzer/fixes/fix.h"

namespace syncfree::report {

struct FixLine {
  std::string label;  ///< its number, and what becomes of it: "23 +", "24 -", in a notebook "cell 3:2 +"
  std::string text;   ///< printable
  bool is_removed = false;
};

struct FixLines {
  std::vector<FixLine> lines;
  std::size_t more = 0;  ///< lines that are left to `--diff`
};

/// What has to be typed in is shown whole; of a rewrite that the program makes, the first lines.
FixLines fix_lines(const engine::ReportedFile& file, source::TextRange finding, const fixes::Fix& fix);

/// "... 3 more lines (`--diff`)".
std::string more_lines_words(std::size_t more);

}  // namespace syncfree::report
