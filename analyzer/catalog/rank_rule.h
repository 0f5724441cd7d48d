// How many dimensions a result has.
#pragma once

#include "analyzer/catalog/tensor_rule.h"

namespace syncfree::catalog {

/// Number of elements that the sizes of a creation say; nothing if one is not known.
std::optional<std::int64_t> element_count(const Operand& sizes, const CallView& call);
/// The same of host data such as nested lists.
std::optional<std::int64_t> element_count(const values::Value& data);

}  // namespace syncfree::catalog
