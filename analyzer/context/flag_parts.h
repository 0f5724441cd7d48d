// Parameters that switch a part of a function on: `def step(batch, evaluates=False)`, where that is seldom asked for.
#pragma once

#include <vector>

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// What stands behind `if flag`, where a parameter that is false by default is the flag.
struct FlagPart {
  model::Symbol parameter;
  source::TextRange range;
};

/// An argument that is seldom true, of a call in a loop: `step(batch, evaluates)`.
struct SeldomFlag {
  const model::Call* call;
  const model::Expression* value;
};

/// Adds the block, if the test needs such a parameter to be true.
void note_flag_parts(const model::Function& function, model::Block block, const model::Expression& condition,
                     bool positive, const model::SymbolTable& symbols, std::vector<FlagPart>& parts);

}  // namespace syncfree::context
