// Values that a loop hands from one round to the next.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// A variable, or an attribute of one: `state`, `self.state`.
struct Carrier {
  model::Symbol variable;
  model::Symbol attribute;  ///< none for the variable itself
  friend bool operator==(const Carrier&, const Carrier&) = default;
};

/// `targets = value`, `targets += value`, `target.append(value)`, `target[i] = value`.
struct Binding {
  std::vector<Carrier> targets;
  const model::Expression* value = nullptr;  ///< null: what the round takes
  bool computes = false;                     ///< the old value takes part
};

/// A loop within a loop. Its bindings are in order; the value of the first is what the loop iterates over.
struct InnerLoop {
  std::size_t at = 0;  ///< it stands before this binding of the outer loop
  std::vector<Binding> bindings;
};

struct Carried {
  bool changed = false;                     ///< by arithmetic or an operator of tensors on the way
  std::vector<source::TextRange> as_it_is;  ///< the calls whose result goes into their next one
};

/// What an assignment to the place changes: `self.states` of `self.states[i]`.
std::optional<Carrier> carrier_of(const model::Expression& place);

/// A call of a function that is no library's, as far as its name says.
bool is_free_call(const model::Call& call, const model::SymbolTable& symbols);

/// The bindings together with those of all inner loops.
std::vector<Binding> flattened(const std::vector<Binding>& bindings, const std::vector<InnerLoop>& inner);

/// `bindings` are those of one loop in order. Of the loops within it only those count that iterate over what the loop
/// binds: `for state in beams`.
Carried carried_by(const std::vector<Binding>& bindings, const std::vector<InnerLoop>& inner,
                   const model::SymbolTable& symbols);

}  // namespace syncfree::context
