// One place, one finding: a wait that several rules report is one finding, with all their remedies.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// Joins the findings at one range of one file, sorted by file and range. The one that says what waits there stays;
/// what rules say that look at the function around it becomes part of it (Finding::also). Two waits in one expression
/// have ranges of their own, one within the other, and stay two. Suppressed findings are not joined with others.
void join_same_waits(std::vector<Finding>& findings, std::span<const RuleInfo> rules);

/// A comment that silences one of the findings at a place silences all of them. `findings` are those of one file.
void suppress_same_waits(std::span<Finding> findings);

/// What a finding advises.
struct Remedy {
  std::string_view code;  ///< of the rule that advises it
  std::string_view hint;  ///< may be empty
  const fixes::Fix* fix;  ///< null if there is none
};

/// All that a finding advises, the surest first: what can be applied goes before what is only shown, that before words;
/// of equal ones what looks at the whole function before what looks at the expression. Remedies without words and
/// without a rewrite are left out.
std::vector<Remedy> remedies_of(const Finding& finding);

/// Whether the finding speaks for this rule, as its own or along with it.
bool speaks_for(const Finding& finding, std::string_view code);

}  // namespace syncfree::engine
