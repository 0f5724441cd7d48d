// An abstract value in words, for tests and for looking at what the inference thinks.
#pragma once

#include <string>

#include "analyzer/values/value.h"

namespace syncfree::values {

/// "tensor cuda boolean rank 1", "list of tensor cpu", "integer 3 | none", "anything"; "nothing" for bottom.
/// Parts that say nothing (any element kind, any rank) are left out.
std::string describe(const Value& value);

}  // namespace syncfree::values
