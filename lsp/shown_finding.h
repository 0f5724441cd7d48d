// A finding as an editor shows it: it belongs to a text that is being edited, and moves with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/fixes/fix.h"
#include "analyzer/source/text_range.h"
#include "lsp/position.h"
#include "lsp/text_change.h"

namespace syncfree::lsp {

/// A place that explains a finding.
struct RelatedPlace {
  std::optional<std::string> uri;  ///< of another text; nothing: the finding's own
  source::TextRange range;         ///< in the finding's own text
  Range place;                     ///< in another text, as it was when the finding was made
  std::string message;
};

struct QuickFix {
  fixes::Applicability applicability = fixes::Applicability::kSuggestion;
  std::string title;
  std::vector<fixes::TextEdit> edits;  ///< sorted, not overlapping; never empty
};

struct ShownFinding {
  std::string_view code;  ///< of the rule table; empty for what is wrong with the file as a whole
  source::TextRange range;
  engine::Severity severity = engine::Severity::kNote;
  std::string message;
  std::vector<RelatedPlace> related;
  std::vector<QuickFix> fixes;  ///< the surest first
};

/// Moves the findings with the text. What the change touches is gone: findings, and of those that stay the fixes and
/// the places.
void move_findings(std::vector<ShownFinding>& findings, const TextChange& change);

/// What a project's analysis of an edited text is expected to show until it has been made: `shown` (moved), without
/// what the file's own analysis found before the edit and finds no more, with what it finds now and did not before.
std::vector<ShownFinding> estimate(std::vector<ShownFinding> shown, std::span<const ShownFinding> own_before,
                                   std::span<const ShownFinding> own_now);

}  // namespace syncfree::lsp
