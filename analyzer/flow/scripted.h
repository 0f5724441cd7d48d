// Functions that TorchScript compiles, by their own decorators.
#pragma once

#include "analyzer/model/symbol.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

/// Such a function takes less than Python does, and a call of it makes of a tensor the number that an annotation asks
/// for.
bool is_scripted(const model::Function& function, const model::SymbolTable& symbols);

}  // namespace syncfree::flow
