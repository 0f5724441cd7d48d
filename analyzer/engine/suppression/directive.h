// A comment that asks for silence, read from its text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/rule.h"
#include "analyzer/source/text_range.h"

namespace syncfree::engine {

/// The forms, each with codes, families or rule names in brackets or after a colon, or without any, for all rules:
///
///     # syncfree: ignore[SF301, SF5] reason       the lines of the finding, or its statement's last line
///     # syncfree: ignore-next-line[SF301] reason  as `ignore` on the next line that holds code
///     # syncfree: ignore-begin[SF301] reason      the lines up to an `ignore-end` with the same codes
///     # syncfree: ignore-file[SF301] reason       the whole file; on a line of its own, anywhere
///     # noqa: SF301                               as `ignore`; other tools' codes are left to them
///     // NOLINT(SF601)                            C++: as `ignore`; NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND too
enum class DirectiveScope : std::uint8_t { kLine, kNextLine, kFile, kBegin, kEnd };

/// One code of a directive. `prefix` is empty when no rule has it.
struct DirectiveCode {
  source::TextRange range;
  std::string prefix;
};

struct Directive {
  source::TextRange range;  ///< of the directive itself, which may share its comment with others
  std::uint32_t end = 0;    ///< past its reason: where another directive begins, or the comment ends
  DirectiveScope scope = DirectiveScope::kLine;
  bool own = false;  ///< the `syncfree:` form, which speaks to no other tool
  bool all_rules = false;
  bool has_other_codes = false;  ///< of other tools
  std::vector<DirectiveCode> codes;
  std::string reason;
  std::string mistake;  ///< why it cannot be obeyed, one sentence without a full stop; empty if it can
};

/// The directives in one comment, given with its marker, in the order in which they stand. `comment.begin` is where it
/// starts in the file.
std::vector<Directive> read_directives(std::string_view text, source::TextRange comment,
                                       std::span<const RuleInfo> rules);

}  // namespace syncfree::engine
