// Changes of a text that a user is offered: fixes, and comments that silence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fixes/fix.h"
#include "lsp/shown_finding.h"

namespace syncfree::lsp {

using Edits = std::vector<fixes::TextEdit>;

/// All safe fixes that do not touch one another; empty where there is none, or where they would spoil the text. `path`
/// says the language.
Edits safe_fixes(const std::string& path, std::string_view text, std::span<const ShownFinding> findings);

/// A comment for the finding, as `--add-noqa` writes it; empty if no line can take one.
Edits silencing(const std::string& path, std::string_view text, const ShownFinding& finding);

/// The comment's words: "# noqa: SF301".
std::string silencing_comment(const std::string& path, std::string_view code);

}  // namespace syncfree::lsp
