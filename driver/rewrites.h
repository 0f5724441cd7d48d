// The advice of findings as changes that can be made one by one: each a rewrite of its own, in a text that was
// analysed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "analyzer/source/text_range.h"
#include "driver/check.h"

namespace syncfree::driver {

struct Rewrite {
  std::string path;  ///< as the report has it
  std::string_view code;
  source::TextRange range;            ///< of the finding; of the first, where several share it
  std::vector<std::size_t> findings;  ///< indices into Report::findings; several where one change serves all of them
  fixes::Fix fix;
};

/// For each finding the surest remedy that is at least so applicable; in the order of the findings.
std::vector<Rewrite> rewrites_of(const CheckResult& checked, fixes::Applicability least);

/// Indices of those that can be made together: none touches a line that one before it touches. An insertion that two
/// have in common, as of an import, is no touch.
std::vector<std::size_t> made_together(std::string_view text, std::span<const Rewrite* const> rewrites);

/// The edits of rewrites of one file that can be made together, as fixes::apply_edits takes them.
std::vector<fixes::TextEdit> edits_of(std::span<const Rewrite* const> rewrites);

/// Where a range of the edited text lies in the text before `edits`; what was put in lies where it took a place.
source::TextRange range_before(std::span<const fixes::TextEdit> edits, source::TextRange range);

/// Does a range of the text before touch what the rewrite is about: its finding, or what it changes.
bool touches(const Rewrite& rewrite, source::TextRange range);

}  // namespace syncfree::driver
