// The lines of text that a statement stands on: what it takes to put lines beside it, or to take it elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/model/module.h"

namespace syncfree::fixes {

/// From the start of the statement's first line to the end of its last one, line end included; nothing if other code
/// stands there too, or if a backslash joins the line before it.
std::optional<source::TextRange> own_lines(const model::Module& module, const model::Statement& statement);

/// The same, with the comments on lines of their own directly above.
std::optional<source::TextRange> own_lines_with_comments(const model::Module& module,
                                                         const model::Statement& statement);

/// The blanks before it.
std::string_view indentation_of(const model::Module& module, const model::Statement& statement);

/// `lines` (whole ones) with `from` at the start of each replaced by `to`; nothing if a line starts otherwise, as those
/// of a string over several lines may.
std::optional<std::string> indented(std::string_view lines, std::string_view from, std::string_view to);

/// Does a string in it reach over a line end: then its lines cannot be indented again.
bool has_text_of_several_lines(const model::Module& module, const model::Statement& statement);

/// The beginning of the line that holds `offset`, if only blanks are between and it does not go on from the line
/// before.
std::optional<std::uint32_t> blank_line_start(std::string_view text, std::uint32_t offset);

/// "\n", "\r\n" or "\r", as the first line has it.
std::string_view line_end_of(std::string_view text);

}  // namespace syncfree::fixes
