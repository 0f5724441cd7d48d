// The lines of a finding as its fix would leave them, to show them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/line_table.h"

namespace syncfree::fixes {

struct PreviewLine {
  std::uint32_t number;  ///< for those who type the lines in from top to bottom; of a removed line, where it is then
  std::uint32_t instead_of;  ///< the first of the file's lines that change together with this one
  std::string text;          ///< without line end
  bool is_removed = false;   ///< a line of the file that no new one takes the place of
};

/// The changed lines, with the finding's own and the imports that they need. A new line takes the place of the one that
/// had its number; removed lines beyond that follow the new ones.
std::vector<PreviewLine> preview(std::string_view text, const source::LineTable& lines, source::TextRange finding,
                                 const Fix& fix);

}  // namespace syncfree::fixes
