// Which parameters of a function choose what it does, and whether it asks for them.
#pragma once

#include <vector>

#include "analyzer/model/expression.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/value.h"

namespace syncfree::inference {

/// The value of a parameter by default, if that chooses what the function does: None, a boolean, a string. Otherwise
/// null.
const model::Constant* option_of(const model::Parameter& parameter);

/// Is the argument what the option says?
bool is_option(const model::Constant& option, const values::Value& argument);

/// Does an `if` ask for one of the parameters that `options` has, by parameter: `if flag`, `if not flag and …`,
/// `if x is None`, `if mode == "a"`?
bool asks_for_option(const model::Function& function, const std::vector<bool>& options);

/// By parameter: does the function ask of what kind it is, with `isinstance(x, …)` or `torch.is_tensor(x)`?
std::vector<bool> asked_for_kind(const model::Function& function, const model::SymbolTable& symbols);

}  // namespace syncfree::inference
