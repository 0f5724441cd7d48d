// Tests that ask for the version of torch.
#pragma once

#include <optional>

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// `digit_version(torch.__version__) >= digit_version("1.8")`, `TORCH_VERSION < (2, 0)`: the outcome with every
/// torch 2. Nothing where it depends on which one that is, and of every other test.
std::optional<bool> outcome_with_torch_2(const model::Comparison& test, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
