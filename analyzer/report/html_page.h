// A rule's page as HTML.
#pragma once

#include <string>
#include <string_view>

namespace syncfree::report {

/// The Markdown that rule pages use: headings, paragraphs, lists, fenced code, tables, `code`, **strong** words and
/// links, of which only the words stay: a report leads nowhere. Headings start at the fifth level.
std::string html_page(std::string_view page);

}  // namespace syncfree::report
