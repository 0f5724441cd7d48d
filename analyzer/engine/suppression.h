// Findings that a comment in the source silences, and comments that silence nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/module.h"
#include "analyzer/source/line_table.h"

namespace syncfree::engine {

/// The rule of the findings about the comments themselves.
inline constexpr std::string_view kUnusedSuppression = "SF001";

/// The offset in the last line on which a comment still belongs to the statement around a finding.
std::uint32_t statement_end(const model::Module& module, model::Locator& locator, source::TextRange range);

/// Marks those of a file's `findings` that a comment asks to leave out. A comment holds for a finding if it stands on a
/// line of the finding's range, or on the last line of its statement (of a compound statement: of its header).
///
/// Returns findings about comments in the project's own form: ones that silence nothing, name a code that no rule has,
/// or cannot be read. So that none is called unused by mistake, `findings` must hold those of all rules and levels.
std::vector<Finding> suppress_findings(const model::Module& module, const source::LineTable& lines, std::uint32_t file,
                                       std::span<const RuleInfo> rules, std::span<Finding> findings);

}  // namespace syncfree::engine
