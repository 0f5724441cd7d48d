// Where a finding is, as formats for people write it.
#pragma once

#include <string>

#include "analyzer/engine/report_data.h"
#include "analyzer/source/text_range.h"

namespace syncfree::report {

/// "path:line:column", from 1; columns are characters, as editors count them.
std::string place_of(const engine::ReportedFile& file, source::TextRange range);

/// "certain, hot".
std::string levels_of(const engine::Finding& finding);

/// The same for formats that do not show the severity otherwise: "error, certain, hot". A warning is what is hot.
std::string levels_with_error(const engine::Finding& finding);

}  // namespace syncfree::report
