// What a condition of the catalog asks of one value.
#pragma once

#include "analyzer/catalog/operator.h"
#include "analyzer/values/value.h"

namespace syncfree::catalog {

/// It may be anything, and nothing says that it may be a tensor.
bool is_unknown(const values::Value& value);

/// A function of tensors says that it is one, also where only a name has said so before.
bool is_anybodys(const values::Value& value);

/// The answer "maybe" says nothing: it is not known whether there is a tensor, whether it may be where it is asked for,
/// or which number or word it is. A boolean is one of two.
bool says_nothing_of(const ConditionNode& node, const values::Value& value);

/// Whether the value is what the node's predicate asks for. The node is one that asks a value: it neither joins
/// conditions (`kAnd`) nor speaks of the whole call (`kAnyDevice`).
values::Truth ask(const ConditionNode& node, const values::Value& value);

}  // namespace syncfree::catalog
