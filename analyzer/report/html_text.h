// Text and source lines as HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analyzer/engine/report_data.h"
#include "analyzer/source/text_range.h"

namespace syncfree::report {

/// Nothing in it is markup, and it can stand in an attribute between double quotes.
std::string html_text(std::string_view text);

/// As a sentence of a finding, on one line: parts between backticks are code.
std::string html_message(std::string_view message);

/// A `<pre>` of the range's lines and `context` lines around them, numbered, with the range marked. Long lines and long
/// ranges are cut.
std::string html_source(const engine::ReportedFile& file, source::TextRange range, std::uint32_t context);

}  // namespace syncfree::report
