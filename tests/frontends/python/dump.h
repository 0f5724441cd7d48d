// Program models as text, for tests to compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::python {

/// One line for each top-level statement: `(assign x (call f a k=b))`.
std::string dump(const model::Module& module, const model::SymbolTable& symbols);

/// The source text of each expression, in source order, the longer of two that begin together first.
std::vector<std::string_view> expression_texts(const model::Module& module, const model::SymbolTable& symbols);

/// What must hold of every model and does not here: nodes lie within their parents, ids are dense, and so on.
std::vector<std::string> violations(const model::Module& module, const model::SymbolTable& symbols);

}  // namespace syncfree::python
