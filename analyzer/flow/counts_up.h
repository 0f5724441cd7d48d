// Attributes that count the calls of a method.
#pragma once

#include "analyzer/model/statement.h"

namespace syncfree::flow {

/// `self.calls` in a method of a class, all of whose methods only set it to a number or count it up by one.
bool counts_up(const model::Expression& expression, const model::Function& method);

}  // namespace syncfree::flow
