// Warnings: what a program says when something is not as it should be.
#pragma once

#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::flow {

/// It does nothing but warn: `warnings.warn("…")`, `print(f"[WARNING] {x}")`.
bool warns(model::Block block, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
