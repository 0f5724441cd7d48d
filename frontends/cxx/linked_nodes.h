// Expressions that linking adds to the model of a file.
#pragma once

#include <string_view>

#include "analyzer/model/expression.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::cxx {

template <class T>
T* make_linked(model::Module& module, model::TextRange range) {
  T* node = module.arena.make<T>();
  node->kind = T::kKind;
  node->id = module.expression_count++;
  node->range = range;
  return node;
}

/// `path` of the catalog.
const model::Expression* linked_library(model::Module& module, model::SymbolTable& symbols, std::string_view path,
                                        model::TextRange range);

/// One or the other, as nobody knows.
const model::Expression* either(model::Module& module, model::SymbolTable& symbols, const model::Expression* one,
                                const model::Expression* other);

}  // namespace syncfree::cxx
