// A rule's page on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace syncfree::cli {

/// Renders the Markdown that rule pages use: headings, paragraphs, lists, fenced code, tables, `code` and **strong**
/// words. Paragraphs and lists are wrapped to `width` columns; code and tables keep their lines.
std::string render_markdown(std::string_view page, std::size_t width, bool color);

}  // namespace syncfree::cli
