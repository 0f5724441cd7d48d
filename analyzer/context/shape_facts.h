// What the shape of code says, as facts that can be compared.
#pragma once

#include "analyzer/context/code_shape.h"
#include "analyzer/context/facts.h"

namespace syncfree::context {

/// All of it, as it was read. Of the expressions that it points to: their places, and which argument each is.
void add_shape(const CodeShape& shape, Facts& facts);

/// Which argument of a call `value` is, and what stands before it.
void add_argument(const model::Call& call, const model::Expression& value, Facts& facts);

}  // namespace syncfree::context
