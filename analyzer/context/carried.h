// What a loop hands from one round to the next.
#pragma once

#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// `targets = value`, `targets += value`, `target.append(value)`, `target[i] = value`.
struct Binding {
  std::vector<model::Symbol> targets;
  const model::Expression* value = nullptr;  ///< null: what the round takes
  bool computes = false;                     ///< the old value takes part
};

struct Carried {
  bool changed = false;                     ///< by arithmetic or an operator of tensors on the way
  std::vector<source::TextRange> as_it_is;  ///< the calls whose result goes into their next one
};

/// A call of a function that is no library's, as far as its name says.
bool is_free_call(const model::Call& call, const model::SymbolTable& symbols);

/// `bindings` of one loop in order, without those of loops within it.
Carried carried_by(const std::vector<Binding>& bindings, const model::SymbolTable& symbols);

}  // namespace syncfree::context
