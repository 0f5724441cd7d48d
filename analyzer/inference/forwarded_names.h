// A module that hands on the names of another one:
//
//   def __getattr__(name):
//       return getattr(library.functions, name)
#pragma once

#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

/// The other module's name, as `import` would take it; empty where there is none.
std::vector<model::Symbol> forwarded_module(const model::Module& module, const model::SymbolTable& symbols);

}  // namespace syncfree::inference
