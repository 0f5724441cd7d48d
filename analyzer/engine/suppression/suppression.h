// Findings that a comment in the source silences, and comments that silence nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"
#include "analyzer/engine/suppression/directive.h"
#include "analyzer/model/locate.h"
#include "analyzer/model/module.h"
#include "analyzer/source/line_table.h"

namespace syncfree::engine {

/// The offset in the last line on which a comment still belongs to the statement around a finding.
std::uint32_t statement_end(const model::Module& module, model::Locator& locator, source::TextRange range);

/// A directive with the lines for which it holds, and what it silenced.
struct Suppression {
  Directive directive;
  source::TextRange comment;  ///< in which it stands
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  bool used = false;             ///< for `all_rules`
  std::vector<bool> used_codes;  ///< by code
};

/// The comments of a file that ask to leave findings out. A comment holds for a finding if it stands on a line of the
/// finding's range, or on the last line of its statement (of a compound statement: of its header). One about the next
/// line holds for the whole statement that starts there.
class Suppressions {
 public:
  /// What is given must outlive this.
  Suppressions(const model::Module& module, const source::LineTable& lines, std::span<const RuleInfo> rules);

  bool are_none() const { return suppressions_.empty(); }

  /// If a comment silences `code` at `range`: its reason, which may be empty. The comment is of use then.
  std::optional<std::string> silence(source::TextRange range, std::string_view code);

  /// Marks those of the file's findings that a comment silences. What silences one finding about a wait silences the
  /// others about it.
  void mark(std::span<Finding> findings);

  /// Findings about comments in the project's own form and about `noqa` comments with its codes: ones that silence
  /// nothing, name a code that no rule has, or cannot be read; with fixes that remove what is stale. So that none is
  /// called unused by mistake, findings of all rules and levels come before.
  std::vector<Finding> about_comments(std::uint32_t file) const;

 private:
  const model::Module& module_;
  const source::LineTable& lines_;
  std::span<const RuleInfo> rules_;
  std::vector<Suppression> suppressions_;
  std::vector<std::pair<std::uint32_t, std::size_t>> of_line_;  ///< those that hold for one line, sorted by it
  std::vector<std::size_t> wide_;          ///< those that hold for more, in the order of the source
  std::optional<model::Locator> locator_;  ///< made when first needed

  std::vector<std::size_t> near(std::uint32_t first, std::uint32_t last, std::uint32_t statement_last,
                                std::uint32_t statement_first) const;
  std::uint32_t statement_first(source::TextRange range);
};

}  // namespace syncfree::engine
