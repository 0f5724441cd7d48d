// Whether an expression is a variable of some name.
#pragma once

#include "analyzer/model/expression.h"
#include "analyzer/model/symbol.h"

namespace syncfree::model {

inline bool is_name(const Expression& expression, Symbol wanted) {
  const auto* name = expression.get_if<Name>();
  return name != nullptr && name->name == wanted;
}

}  // namespace syncfree::model
