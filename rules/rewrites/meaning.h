// May a statement change what an expression means: by binding its names anew, by storing into its tensors, or by
// handing them to what is not looked at.
#pragma once

#include <vector>

#include "analyzer/engine/rule.h"

namespace syncfree::rules {

class Meaning {
 public:
  /// Of an expression that `is_stable`.
  Meaning(const model::Expression& of, const engine::FixContext& context);

  /// Something in the statement, or in what it holds, may change it.
  bool may_change_in(const model::Statement& statement) const;
  /// The same, but for what the statement itself binds or stores into at its end: `mask = f(mask)`, `x[0] = g(x)`.
  bool may_change_before_end_of(const model::Statement& statement) const;

  /// The part of it, or what it is a part of, gets away: `x` of `f(x)`, and not of `f(x > 0)` or `f(y[x])`.
  bool escapes_in(const model::Expression& expression) const;

 private:
  bool is_part(const model::Expression& path) const;
  bool stores_to(const model::Expression& target, bool in_place) const;
  bool stores(const model::Statement& statement) const;
  bool stores_below(const model::Statement& statement) const;
  bool is_named_by(const model::Statement& statement) const;
  bool hands_on(const model::Statement& statement) const;

  const engine::FixContext& context_;
  std::vector<const model::Expression*> leaves_;  ///< `x`, `state["mask"]` of what is compared, negated and the like
  /// Its memory may have other names, so that each store may be one into it.
  bool shares_memory_;
};

}  // namespace syncfree::rules
