// What of a module says that its layer holds a program which trains.
#pragma once

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::context {

/// `trainer.fit(model, data)`, `trainer.train()`: a framework's loop, in a script.
bool hands_training_over(const model::Module& module, const model::SymbolTable& symbols);

}  // namespace syncfree::context
