// Before/after pairs of rewrites, as they stand in tests/fixes/pairs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "analyzer/engine/rule.h"

namespace syncfree::test {

/// A file holds cases, each in two parts:
///
///     #### name of the case
///     …the code before…
///     #### => safe
///     …the code after `--fix`…
///
/// `=> unsafe` is what `--unsafe-fixes` makes, `=> suggestion` what is shown and never written, `=> nothing` (without
/// code) is a place that no rewrite is right for, and `=> not shown` (without code) one for which none is shown either.
struct Pair {
  std::string file;  ///< its name without the folder
  std::string name;
  std::string before;
  std::string after;  ///< the same as `before` for `=> nothing`
  bool is_safe = false;
  bool is_suggestion = false;
  bool shows_nothing = false;
};

std::vector<Pair> all_pairs();

/// For messages of the tests.
void PrintTo(const Pair& pair, std::ostream* out);

/// The rule that the file is named after; null if there is none.
const engine::RuleInfo* rule_of(const Pair& pair);

}  // namespace syncfree::test
