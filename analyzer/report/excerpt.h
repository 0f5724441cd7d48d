// The source lines of a range, with line numbers and a mark under the range, as compilers show them.
#pragma once

#include <cstddef>
#include <ostream>

#include "analyzer/engine/report_data.h"
#include "analyzer/report/painter.h"
#include "analyzer/source/text_range.h"

namespace syncfree::report {

/// One line, with carets below the range:
///
///        |
///     12 |     total += loss.item()
///        |              ^^^^^^^^^^^
///
/// Several lines, with a bar from the range's start to its end, and what lies in the middle of a long range left out:
///
///        |
///     12 |     y = torch.where(
///        |  _______^
///     13 | |       mask)
///        | |___________^
void write_excerpt(const engine::ReportedFile& file, source::TextRange range, const Painter& painter, Paint mark,
                   std::ostream& out);

/// Columns before the '|' in an excerpt of this range.
std::size_t gutter_width(const engine::ReportedFile& file, source::TextRange range);

}  // namespace syncfree::report
