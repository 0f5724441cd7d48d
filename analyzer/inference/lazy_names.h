// Names that a package imports when somebody asks for them: `_import_structure = {"nets": ["Net"]}`, which a lazy
// module goes by.
#pragma once

#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::inference {

struct LazyName {
  std::vector<model::Symbol> module;  ///< inside of the package
  model::Symbol name;                 ///< what it takes from there
};

/// In the order of the text.
std::vector<LazyName> lazy_names(const model::Module& package, model::SymbolTable& symbols);

}  // namespace syncfree::inference
