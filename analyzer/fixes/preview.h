// The lines of a finding as its fix would leave them, to show them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/line_table.h"

namespace syncfree::fixes {

struct PreviewLine {
  std::uint32_t number;      ///< as the file would be, but for what is changed elsewhere in it
  std::uint32_t instead_of;  ///< the first of the file's lines that change together with this one
  std::string text;          ///< without line end
};

/// The changed lines, with the finding's own. What is changed elsewhere in the file (an import) is left out.
std::vector<PreviewLine> preview(std::string_view text, const source::LineTable& lines, source::TextRange finding,
                                 const Fix& fix);

}  // namespace syncfree::fixes
