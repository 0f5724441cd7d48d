// The lines of a finding as its fix would leave them, to show them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/line_table.h"

namespace syncfree::fixes {

struct Preview {
  std::uint32_t first_line = 0;    ///< number of the line that the first of `lines` takes the place of
  std::vector<std::string> lines;  ///< without line ends
};

/// What is changed elsewhere in the file (an import) is left out.
Preview preview(std::string_view text, const source::LineTable& lines, source::TextRange finding, const Fix& fix);

}  // namespace syncfree::fixes
