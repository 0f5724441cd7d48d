// What is computed in place of something that is empty.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// The number 0, as written.
bool is_zero(const model::Expression& expression);

/// `if len(losses): … else: loss = torch.tensor(0.0)`: the block binds nothing but fixed numbers because there are no
/// elements. It stands for what steps compute.
bool is_for_nothing(model::Block block, const model::Expression& condition, bool positive,
                    const model::SymbolTable& symbols);

}  // namespace syncfree::flow
